import { and, eq, isNotNull } from 'drizzle-orm';
import { type MailKind, mailKinds } from '../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../outbox/mails/mails.ts';
import { users } from '../accounts/accounts.table.ts';

/** Whom a mail of this kind goes to. Mails to owners stop when they have died; those to other people decide for themselves. */
const addressees: Record<MailKind, 'owner' | 'another'> = {
  'verify-email': 'owner',
  'reset-password': 'owner',
  'confirm-email': 'owner',
  'confirm-second-email': 'owner',
  'email-changed': 'owner',
  'two-factor-on': 'owner',
  'password-changed': 'owner',
  'two-factor-off': 'owner',
  'recovery-codes-renewed': 'owner',
  'recovery-code-used': 'owner',
  'new-device': 'owner',
  'deletion-requested': 'owner',
  'account-restored': 'owner',
  'account-reopened': 'owner',
  'export-ready': 'owner',
  'payment-received': 'owner',
  'payer-receipt': 'another',
  'payer-refund': 'another',
  'payment-refunded': 'owner',
  'arrears-paid': 'owner',
  'arrears-owner': 'owner',
  'arrears-contact': 'another',
  delivered: 'owner',
  'address-needed': 'owner',
  'arrival-unknown': 'owner',
  'delivery-failed': 'owner',
  'recipient-readdressed': 'owner',
  'memory-rejected': 'owner',
  'sign-in-suspended': 'owner',
  'sign-in-restored': 'owner',
  'second-email-confirmed': 'owner',
  'second-email-removed': 'owner',
  'release-wishes-loosened': 'owner',
  'stopping-code-made': 'owner',
  'stopping-code-used': 'owner',
  'gift-order-shipped': 'owner',
  'gift-order-cancelled': 'owner',
  'session-confirmed': 'owner',
  'session-link': 'owner',
  'session-moved': 'owner',
  'session-cancelled': 'owner',
  'therapy-request-answered': 'owner',
  'item-received': 'owner',
  'item-sent-back': 'owner',
  'storage-request-answered': 'owner',
  // To the member of staff, who is the owner of the account that it names.
  'staff-delivery-failed': 'owner',
  'staff-death-report': 'owner',
  'trusted-contact': 'another',
  'trusted-contact-window': 'another',
  'trusted-contact-invited': 'another',
  'recipient-address-corrected': 'another',
  'address-book-corrected': 'owner',
  'death-report-asked': 'owner',
  'death-report-objection': 'owner',
  'death-report-code': 'another',
  'death-report-received': 'another',
  'death-report-verified': 'another',
  'death-report-rejected': 'another',
  'death-report-closed': 'another',
  'life-change-decided': 'another',
  'life-changes-ended': 'owner',
};

/** The same preparations, but for mails to somebody who has died: those are no longer wanted. */
export function untilDeath(preparations: Record<MailKind, PrepareMail>): Record<MailKind, PrepareMail> {
  const until = { ...preparations };
  for (const kind of mailKinds) {
    if (addressees[kind] === 'owner') until[kind] = unlessDead(preparations[kind]);
  }
  return until;
}

function unlessDead(prepare: PrepareMail): PrepareMail {
  return async (tx, services, mail) => {
    // Null for a new password that anybody may ask for; it finds no account of somebody who has died.
    const hasDied = mail.userId && and(eq(users.id, mail.userId), isNotNull(users.memorialisedAt));
    if (hasDied && (await tx.$count(users, hasDied)) > 0) return undefined;
    return prepare(tx, services, mail);
  };
}
