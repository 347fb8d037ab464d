import type { AuditCheck, AuditGroup, AuditLogEntry } from '../../../shared/staff/audit-log.ts';
import type { AuditAction } from '../../../shared/system/audit-actions.ts';

/** What happened, in a sentence without its subject. */
export const actionWords: Record<AuditAction, string> = {
  'account.registered': 'Opened an account',
  'account.date-of-birth-corrected': 'Corrected the date of birth',
  'account.email-verified': 'Confirmed the e-mail address',
  'account.email-change-requested': 'Asked for another e-mail address',
  'account.email-change-cancelled': 'Took back the change of the e-mail address',
  'account.email-changed': 'Changed the e-mail address',
  'account.email-change-undone': 'Undid the change of the e-mail address from the old one',
  'account.second-email-requested': 'Asked for a second address',
  'account.second-email-confirmed': 'Confirmed a second address',
  'account.second-email-removed': 'Removed a second address',
  'account.password-changed': 'Changed the password',
  'account.password-reset': 'Set a new password by a link',
  'account.two-factor-on': 'Switched two-factor sign-in on',
  'account.two-factor-off': 'Switched two-factor sign-in off',
  'account.two-factor-undone': 'Undid two-factor sign-in by the link in a mail',
  'account.recovery-codes-renewed': 'Made new recovery codes',
  'account.recovery-code-used': 'Signed in with a recovery code',
  'account.deletion-requested': 'Asked to delete the account',
  'account.restored': 'Took the account back before it was deleted',
  'account.erased': 'Erased the account',
  'account.suspended': 'Sign-in suspended by staff',
  'account.let-in': 'Let in again by staff',
  'account.verification-sent-by-staff': 'Confirmation link sent again by staff',
  'staff.granted': 'Gave the staff role',
  'staff.withdrawn': 'Took the staff role away',
  'checkout.paid': 'A payment went through',
  'checkout.declined': 'A payment was declined',
  'checkout.cancelled': 'A payment was cancelled',
  'subscription.paid': 'A plan was paid',
  'subscription.paid-in-vain': 'A plan was paid in vain',
  'subscription.changed': 'A subscription changed at the payment provider',
  'subscription.ending': 'A subscription is to be ended',
  'session.opened-on-new-device': 'Signed in on a new device',
  'session.ended': 'Signed a device out',
  'session.ended-by-staff': 'Session ended by staff',
  'export.requested': 'Asked for an export',
  'export.ready': 'An export became ready',
  'export.failed': 'An export was given up',
  'export.unlocked': 'Downloaded an export',
  'export.erased': 'Erased an old export',
  'export.cancelled': 'Cancelled an export',
  'memory.created': 'Left a memory',
  'memory.changed': 'Changed a memory',
  'memory.approved': 'Approved a memory',
  'memory.held': 'Held a memory back for review',
  'memory.deleted': 'Deleted a memory',
  'memory.approved-by-staff': 'Approved a memory after looking at its checks',
  'memory.rejected-by-staff': 'Rejected a memory',
  'memory.opened-by-staff': 'Opened a memory',
  'schedule.created': 'Scheduled a memory',
  'schedule.changed': 'Changed a schedule',
  'schedule.cancelled': 'Cancelled a schedule',
  'schedule.started': 'A schedule fell due',
  'schedule.moved-by-rules': 'Moved a schedule, since the clock of its country changed',
  'delivery.delivered': 'Delivered a memory',
  'delivery.late': 'A delivery was late',
  'delivery.outcome-unknown': 'The mail server did not say whether a mail arrived',
  'delivery.outcome-resolved': 'It became clear whether a mail arrived',
  'delivery.retried-later': 'A delivery did not go out, and is tried again',
  'delivery.waiting': 'A delivery stopped',
  'delivery.resumed': 'A delivery went on',
  'delivery.failed': 'A delivery was given up',
  'delivery.opened': 'Opened what was delivered',
  'delivery.bounced': 'A delivered mail came back',
  'delivery.link-closed': 'Link closed',
  'delivery.link-reopened': 'Link opened again',
  'delivery.sent-anew': 'Sent anew: the memory was changed',
  'delivery.wait-mended': 'Corrected the time of the next attempt',
  'delivery.retried-by-staff': 'Tried a delivery again',
  'delivery.held-by-staff': 'Held a delivery',
  'delivery.released-by-staff': 'Released a delivery',
  'delivery.readdressed-by-staff': 'Gave a recipient another address',
  'delivery.settled-by-staff': 'Settled whether a delivery arrived',
  'audit-log.check-started': 'Began a check of the audit log',
  'audit-log.check-cancelled': 'Cancelled a check of the audit log',
  'audit-log.fault-found': 'Found that the audit log is not as it was written',
  'audit-log.exported': 'Took along a part of the audit log',
  'deliveries.held': 'Held all deliveries',
  'deliveries.released': 'Released all deliveries',
  'release-wishes.changed': 'Changed what happens after their death',
  'release-wishes.code-made': 'Made a code for the printed sheet',
  'release-wishes.code-used': 'Used the code of the printed sheet',
  'release.made': 'Released what waits for a death',
  'release.revoked': 'Took a release back',
  'death-report.submitted': 'Reported a death',
  'death-report.account-found': 'Found the account of a person reported dead',
  'death-report.account-chosen': 'Said whose account a report of a death is about',
  'death-report.proof-received': 'Received a proof of a death',
  'death-report.proof-viewed': 'Looked at a proof of a death',
  'death-report.evidence-viewed': 'Read a statement about a death',
  'death-report.approved': 'Approved a report of a death',
  'death-report.verified': 'Began an objection window',
  'death-report.rejected': 'Ended a report of a death',
  'death-report.rejected-by-staff': 'Rejected a report of a death',
  'death-report.owner-asked': 'Asked an owner whether they are alive',
  'death-report.sign-of-life': 'Gave a sign of life',
  'death-report.sign-set-aside': 'A sign of life after a release no longer counts',
  'death-report.sign-set-aside-by-staff': 'Found that a sign of life was not the owner’s',
  'death-report.released': 'Ended an objection window',
  'death-report.revoked': 'Closed a report whose release was taken back',
  'recipient.trusted-contact-named': 'Named a trusted contact',
  'recipient.trusted-contact-withdrawn': 'Withdrew a trusted contact',
  'recipient.corrected-by-contact': 'Corrected where somebody is reached',
  'trusted-access.answered': 'Answered about a report of a death',
  'recipient.deleted': 'Removed a recipient',
  'mail.sent-again': 'Sent a mail again',
  'mail.set-aside': 'Set a mail aside',
  'mail.address-shown': 'Looked at the address of a mail',
  'gift-order.placed': 'Ordered a gift',
  'gift-order.paid': 'A gift was paid',
  'gift-order.paid-again': 'A gift was paid again',
  'gift-order.cancelled': 'Cancelled a gift',
  'gift-order.begun-by-staff': 'Began to prepare a gift',
  'gift-order.shipped-by-staff': 'Sent a gift',
  'gift-order.arrived-by-staff': 'Said that a gift had arrived',
  'gift-order.cancelled-by-staff': 'Cancelled a gift order',
  'gift-order.changed-by-staff': 'Changed the details of a gift order',
  'refund.given-back': 'Recorded that a payment was given back',
};

/** What the actions of a group are about; also what the id of an entry's subject is that of. */
export const groupWords: Record<AuditGroup, string> = {
  account: 'Account',
  staff: 'Staff role',
  checkout: 'Payment',
  subscription: 'Plan',
  session: 'Sign-in',
  export: 'Account export',
  memory: 'Memory',
  schedule: 'Schedule',
  delivery: 'Delivery',
  'audit-log': 'Audit log',
  deliveries: 'All deliveries',
  'release-wishes': 'Choices for after a death',
  release: 'Release',
  'death-report': 'Report of a death',
  recipient: 'Recipient',
  'trusted-access': 'Trusted contact’s link',
  mail: 'Mail',
  'gift-order': 'Gift order',
  refund: 'Payment to give back',
};

export function whoOf({ kind, id, name }: AuditLogEntry['actor']): string {
  switch (kind) {
    case 'system':
      return 'the system';
    case 'recipient':
      return 'the recipient';
    case 'trusted-contact':
      return 'a trusted contact';
    case 'command':
      return `a command on the server (${id})`;
    case 'owner':
      return 'the owner';
    case 'staff':
    case 'account':
      return name ?? 'an account that is gone';
  }
}

export const faultWords: Record<NonNullable<AuditCheck['first']>['what'], string> = {
  changed: 'was changed after it was written',
  added: 'was added later',
  missing: 'was removed',
  cut: 'does not follow the one before it: entries between them were removed or replaced',
};

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
