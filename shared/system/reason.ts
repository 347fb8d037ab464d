import { plainText } from '../values.ts';

/** Why a member of staff does something. It is kept in the audit log and, where the page says so, shown to the person concerned. */
export const Reason = plainText(1000)
  .trim()
  .min(1, 'Please say why')
  // PostgreSQL stores no lone surrogate.
  .overwrite((text) => text.toWellFormed());
