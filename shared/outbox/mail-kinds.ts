/** What is known about every mail of a kind. */
interface MailKindFacts {
  /** Who gets it. Mails to owners stop when the owner has died; mails to other people decide that for themselves. */
  to: 'owner' | 'another';
  /** What staff call it; never its subject, which may contain names. */
  label: string;
}

const toOwner = (label: string): MailKindFacts => ({ to: 'owner', label });
const toAnother = (label: string): MailKindFacts => ({ to: 'another', label });

/** Mails whose link lets whoever reads them do something with an account. */
const linkMails = {
  'verify-email': toOwner('Confirm the address'),
  'reset-password': toOwner('Choose a new password'),
  'confirm-email': toOwner('Confirm a new address'),
  'confirm-second-email': toOwner('Confirm a second address'),
  'email-changed': toOwner('The address was changed'),
  'two-factor-on': toOwner('Two-factor sign-in is on'),
};
export type LinkKind = keyof typeof linkMails;
export const linkKinds = kindsOf(linkMails);

/** Mails that tell an owner what happened to the account. */
const noticeMails = {
  'password-changed': toOwner('The password was changed'),
  'two-factor-off': toOwner('Two-factor sign-in is off'),
  'recovery-codes-renewed': toOwner('New recovery codes'),
  'recovery-code-used': toOwner('A recovery code was used'),
  'new-device': toOwner('A new sign-in'),
  'deletion-requested': toOwner('The account will be deleted'),
  'account-restored': toOwner('The account stays'),
  'export-ready': toOwner('The export is ready'),
  'payment-received': toOwner('Receipt'),
  'payment-refunded': toOwner('A payment was refunded'),
  'sign-in-suspended': toOwner('Sign-in was suspended'),
  'sign-in-restored': toOwner('Sign-in works again'),
  'second-email-confirmed': toOwner('There is a second address'),
  'second-email-removed': toOwner('The second address was removed'),
  'phone-changed': toOwner('The phone number was changed'),
  'release-wishes-loosened': toOwner('Choices about a death were changed'),
  'stopping-code-made': toOwner('A new code for the printed sheet'),
  'stopping-code-used': toOwner('The code of the printed sheet was used'),
};
export type NoticeKind = keyof typeof noticeMails;
export const noticeKinds = kindsOf(noticeMails);

/** Every kind of mail that goes through the outbox. What prepares it is listed in server/mail-handlers.ts. */
export const mailFacts = {
  ...linkMails,
  ...noticeMails,
  'trusted-contact': toAnother('Named as a trusted contact'),
  'asked-address': toAnother('To a recipient: does this still reach you?'),
  'asked-trust': toAnother('To a trusted contact: would you still do it?'),
  'contact-left': toOwner('A trusted contact would rather not'),
  'guardian-asked': toAnother('Guardian: something waits for a child'),
  'guardian-asked-again': toAnother('Guardian: asked again'),
  'memory-rejected': toOwner('A memory was not accepted'),
  delivered: toOwner('Something was delivered'),
  'address-needed': toOwner('Another address is needed'),
  'arrival-unknown': toOwner('Did it arrive?'),
  'delivery-failed': toOwner('A delivery failed'),
  rehearsal: toOwner('A rehearsal, which they asked for'),
  'week-before': toOwner('A week before: what goes out'),
  'yearly-mail': toOwner('Once a year: who will hear from them'),
  'not-theirs': toOwner('Somebody says that it is not for them'),
  'reply-received': toOwner('A few words back'),
  'address-proposed': toOwner('A recipient has another address'),
  'address-moved': toAnother('To the address before: it is not used any more'),
  'received-reminder': toAnother('A reminder that a recipient asked for'),
  'recipient-readdressed': toOwner('Staff changed an address: to the owner'),
  // To the member of staff, who is the owner of the account that it names.
  'staff-delivery-failed': toOwner('To staff: deliveries failed'),
  'staff-death-report': toOwner('To staff: a death report'),
  'staff-role-changed': toOwner('Who is staff: to staff, and to whom it concerns'),
  'staff-absence': toOwner('To staff: nobody of them signs in'),
  'successor-told': toAnother('To a successor: nobody of staff signs in'),
  'successor-back': toAnother('To a successor: staff are back'),
  'payer-receipt': toAnother('Receipt for somebody who paid for the owner'),
  'payer-refund': toAnother('To a payer: a payment was refunded'),
  'arrears-paid': toOwner('Somebody paid for the owner'),
  'arrears-owner': toOwner('The plan is not paid: to the owner'),
  'arrears-contact': toAnother('The plan is not paid: to a trusted contact'),
  'gift-order-shipped': toOwner('A gift order was sent'),
  'gift-order-cancelled': toOwner('A gift order was cancelled'),
  'session-confirmed': toOwner('A session is confirmed'),
  'session-link': toOwner('The link to a session'),
  'session-moved': toOwner('A session was moved'),
  'session-cancelled': toOwner('A session was cancelled'),
  'therapy-request-answered': toOwner('A request for another time was answered'),
  'item-received': toOwner('An item arrived'),
  'item-receipt-undone': toOwner('An item had not arrived after all'),
  'item-sent-back': toOwner('An item goes back'),
  'item-arrived': toOwner('An item arrived back'),
  'item-lost': toOwner('An item was lost on its way'),
  'item-found': toOwner('An item was found'),
  'recipient-item-sent': toAnother('To a recipient: something was sent to them'),
  'recipient-item-arrived': toAnother('To a recipient: what was sent to them arrived'),
  'recipient-item-lost': toAnother('To a recipient: what was sent to them was lost'),
  'recipient-item-found': toAnother('To a recipient: what was lost was found'),
  'storage-request-answered': toOwner('Answer to a storage request'),
  'death-report-code': toAnother('Death report: the code'),
  'death-report-received': toAnother('Death report: received'),
  'death-report-asked': toOwner('Death report: the owner is asked'),
  'death-report-objection': toOwner('Death report: to the owner'),
  'death-report-verified': toAnother('Death report: verified'),
  'death-report-rejected': toAnother('Death report: not accepted'),
  'death-report-stopped': toAnother('Death report: stopped'),
  'death-report-released': toAnother('Death report: released'),
  'account-reopened': toOwner('The account is open again'),
  'release-revoked': toAnother('The owner is alive: our mistake'),
  'life-change-decided': toAnother('Answer to a trusted contact'),
  'life-changes-ended': toOwner('What contacts told us no longer applies'),
  'trusted-contact-window': toAnother('Trusted contact: is the owner alive?'),
  'trusted-contact-invited': toAnother('Trusted contact: the link'),
  'contact-asked-address': toAnother('Trusted contact: whom we could not reach'),
  'trusted-contact-stopped': toAnother('Trusted contact: we look into it again'),
  'trusted-contact-ended': toAnother('Trusted contact: the report is closed'),
  'recipient-address-corrected': toAnother('Somebody’s address was changed'),
  'address-book-corrected': toOwner('What trusted contacts changed'),
  'closing-owner': toOwner('The service closes: to an owner'),
  'closing-contact': toAnother('The service closes: to a trusted contact'),
  'closing-recipient': toAnother('The service closes: to a recipient'),
  'closing-reminded': toOwner('The service closes soon: to an owner'),
  'closing-withdrawn': toAnother('The service goes on after all'),
};
export type MailKind = keyof typeof mailFacts;
export const mailKinds = kindsOf(mailFacts);

/** Kinds that can be sent as a text message, to somebody with a phone number in place of an email address. */
export const textKinds = [
  'death-report-asked',
  'death-report-objection',
  'trusted-contact',
  'trusted-contact-window',
  'trusted-contact-invited',
  'contact-asked-address',
  'trusted-contact-stopped',
  'trusted-contact-ended',
  'release-revoked',
  'life-change-decided',
  'recipient-address-corrected',
  'recipient-readdressed',
  'arrears-contact',
  'guardian-asked',
  'guardian-asked-again',
  'address-moved',
  'asked-address',
  'asked-trust',
  'received-reminder',
  'closing-contact',
  'closing-recipient',
  'closing-withdrawn',
] as const satisfies readonly MailKind[];

function kindsOf<Kind extends string>(facts: Record<Kind, MailKindFacts>): Kind[] {
  return Object.keys(facts) as Kind[];
}
