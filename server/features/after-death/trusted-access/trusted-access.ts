// What other features may ask of trusted contacts' links. Imports nothing of death-reports.ts, which calls it.

export {
  findTrustedContact,
  requireTrustedContact,
  type TrustedContact,
} from './access-rows.ts';
export { lastToAnswer, listContactAnswers } from './answers-for-staff.ts';
export { correctForContact } from './correct.ts';
export { inviteContactsLater } from './invite.ts';
export { type ReadChanges, readTrustedPerson } from './page.ts';
export { tellOwnerOfCorrectionsLater } from './tell-owner.ts';
