import type { LucideIcon } from 'lucide-react';
import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import type { MailKind } from '../../../shared/outbox/mail-kinds.ts';
import type { MailAct, MailState } from '../../../shared/outbox/staff-mails.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** What kind of mail it is; never its subject, which may hold names. */
export const kindWords: Record<MailKind, string> = {
  'verify-email': 'Confirm the address',
  'reset-password': 'Choose a new password',
  'confirm-email': 'Confirm a new address',
  'confirm-second-email': 'Confirm a second address',
  'email-changed': 'The address was changed',
  'two-factor-on': 'Two-factor sign-in is on',
  'password-changed': 'The password was changed',
  'two-factor-off': 'Two-factor sign-in is off',
  'recovery-codes-renewed': 'New recovery codes',
  'recovery-code-used': 'A recovery code was used',
  'new-device': 'A new sign-in',
  'deletion-requested': 'The account will be deleted',
  'account-restored': 'The account stays',
  'account-reopened': 'The account is open again',
  'export-ready': 'The export is ready',
  'payment-received': 'Receipt',
  'payer-receipt': 'Receipt for somebody who paid for the owner',
  'payer-refund': 'To a payer: a payment was given back',
  'payment-refunded': 'A payment was given back',
  'arrears-paid': 'Somebody paid for the owner',
  'arrears-owner': 'The plan is not paid: to the owner',
  'arrears-contact': 'The plan is not paid: to a trusted contact',
  'sign-in-suspended': 'Sign-in was suspended',
  'sign-in-restored': 'Sign-in works again',
  'second-email-confirmed': 'There is a second address',
  'second-email-removed': 'The second address was removed',
  'release-wishes-loosened': 'Choices about a death were changed',
  'stopping-code-made': 'A new code for the printed sheet',
  'stopping-code-used': 'The code of the printed sheet was used',
  'memory-rejected': 'A memory was not accepted',
  'trusted-contact': 'Named as a trusted contact',
  delivered: 'Something was delivered',
  'address-needed': 'Another address is needed',
  'arrival-unknown': 'Did it arrive?',
  'delivery-failed': 'A delivery failed',
  'recipient-readdressed': 'Staff changed an address',
  'staff-delivery-failed': 'To staff: deliveries failed',
  'gift-order-shipped': 'A gift order was sent',
  'gift-order-cancelled': 'A gift order was cancelled',
  'session-confirmed': 'A session is confirmed',
  'session-link': 'The link to a session',
  'session-moved': 'A session was moved',
  'session-cancelled': 'A session was cancelled',
  'therapy-request-answered': 'A request for another time was answered',
  'death-report-code': 'Death report: the code',
  'death-report-received': 'Death report: received',
  'death-report-asked': 'Death report: something is needed',
  'death-report-objection': 'Death report: to the owner',
  'death-report-verified': 'Death report: verified',
  'death-report-rejected': 'Death report: not accepted',
  'death-report-closed': 'Death report: closed',
  'life-change-decided': 'Answer to a trusted contact',
  'life-changes-ended': 'What contacts had told us has ended',
  'staff-death-report': 'To staff: a death report',
  'trusted-contact-window': 'Trusted contact: is the owner alive?',
  'trusted-contact-invited': 'Trusted contact: the link',
  'recipient-address-corrected': 'A trusted contact changed this address',
  'address-book-corrected': 'What trusted contacts changed',
};

export const stateWords: Record<MailState, { label: string; tone: BadgeTone; icon: LucideIcon }> = {
  waiting: { label: 'Waiting', tone: 'gold', icon: Clock },
  failed: { label: 'Failed', tone: 'rose', icon: CircleAlert },
  sent: { label: 'Sent', tone: 'sage', icon: CircleCheck },
  unwanted: { label: 'No longer wanted', tone: 'neutral', icon: CircleSlash },
};

export const actWords: Record<MailAct, { title: string; what: string; done: string }> = {
  'send-again': {
    title: 'Send again',
    what: 'It goes to the same address. Whoever has it already may see it twice. Where nobody needs it any more it is not sent.',
    done: 'It is sent again',
  },
  'set-aside': {
    title: 'Set aside',
    what: 'It leaves the queue and is not sent. If it holds a link, the link no longer works.',
    done: 'It is set aside',
  },
};
