import { plainText } from '../values.ts';

/** Why a member of staff does something. Kept in the audit log, and shown to whom it concerns where that is said. */
export const Reason = plainText(1000)
  .trim()
  .min(1, 'Please say why')
  // Half a character cannot stand in the audit log.
  .overwrite((text) => text.toWellFormed());
