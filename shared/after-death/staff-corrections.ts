import { z } from 'zod';
import { pageLimit } from '../list-query.ts';
import { Id, Instant } from '../values.ts';
import { CorrectedField } from './trusted-access.ts';

/** What trusted contacts corrected in an owner's address book after a release, so that it can be put back. */
export const StaffCorrectionList = z.object({
  corrections: z.array(
    z.object({
      id: Id,
      personName: z.string(),
      field: CorrectedField,
      oldValue: z.string().nullable(),
      newValue: z.string().nullable(),
      /** Null if the owner has removed that contact since. */
      byName: z.string().nullable(),
      at: Instant,
    }),
  ),
  next: z.object({ after: Id }).nullable(),
});
export type StaffCorrectionList = z.input<typeof StaffCorrectionList>;

export const StaffCorrectionQuery = z.object({ limit: pageLimit(50), after: Id.optional() });
export type StaffCorrectionQuery = z.output<typeof StaffCorrectionQuery>;
