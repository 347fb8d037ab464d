// What other features may ask of trusted contacts' links. Imports nothing of death-reports.ts, which calls it.

export {
  findContactAccess,
  requireTrustedContact,
  type TrustedContact,
  trustedLink,
} from './access-rows.ts';
export { lastToAnswer, listContactAnswers } from './answers-for-staff.ts';
export { inviteContactsLater, renewTrustedLinks } from './invite.ts';
export { keepPrivate, trustedWrites } from './link-routes.ts';
export { type ReadChanges, readTrustedPerson } from './page.ts';
export { findReportingContact, reporterAddresses } from './reporting-contacts.ts';
export { saveCorrections } from './save-corrections.ts';
export { listToldContacts, tellContactsLater } from './tell-contacts.ts';
export { tellOwnerOfCorrectionsLater } from './tell-owner.ts';
