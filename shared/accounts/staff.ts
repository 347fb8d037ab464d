import { z } from 'zod';
import { Reason } from '../system/reason.ts';
import { Id, Instant } from '../values.ts';

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

/** When staff looked at the record of an account, for its owner: the latest first. */
export const StaffViews = z.array(z.object({ id: Id, viewedAt: Instant }));
export type StaffViews = z.input<typeof StaffViews>;

export const StaffList = z.array(StaffMember);

/** The account as staff saw it when they decided. Where it has changed since, nothing is done. */
export const SeenPerson = z.object({
  email: z.string().max(254),
  isAdmin: z.boolean(),
  suspendedAt: Instant.nullable(),
  deletionRequestedAt: Instant.nullable(),
});
export type SeenPerson = z.output<typeof SeenPerson>;

/** What staff do to an account, and why. */
export const PersonChange = z.object({ reason: Reason, seen: SeenPerson });
export type PersonChange = z.output<typeof PersonChange>;
