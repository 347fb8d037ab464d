import { z } from 'zod';

// Whether the member of staff who asks may decide about what somebody left.
//
//   GET /api/admin/people/:id/standing
//
// Anybody on the staff may put something on hold.

export const StaffStanding = z.object({
  /** Why they may not, in a sentence: they stand to gain. */
  obstacle: z.string().nullable(),
  /** Why they cannot be the second of two yet, in a sentence. */
  agreementObstacle: z.string().nullable(),
});
export type StaffStanding = z.input<typeof StaffStanding>;
