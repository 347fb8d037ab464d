import { z } from 'zod';
import { Reason } from '../system/reason.ts';
import { Id } from '../values.ts';

/** For so long after signing in, or entering the password again, staff may release, revoke, grant and open content. */
export const freshSignInMinutes = 15;

export const StaffMember = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  twoFactorEnabled: z.boolean(),
});
export type StaffMember = z.input<typeof StaffMember>;

export const StaffList = z.array(StaffMember);

/** Giving somebody the role, or taking it away. */
export const StaffChange = z.object({ reason: Reason });
