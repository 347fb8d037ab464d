import { z } from 'zod';
import { Id, Instant, Reason } from '../values.ts';

/** For how long after signing in, or entering the password again, staff may release, revoke, grant and open content. */
export const freshSignInMinutes = 15;

export const StaffMember = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  twoFactorEnabled: z.boolean(),
});
export type StaffMember = z.input<typeof StaffMember>;

/** When staff looked at an account, for its owner: latest first. */
export const StaffViews = z.array(z.object({ id: Id, viewedAt: Instant }));
export type StaffViews = z.input<typeof StaffViews>;

export const StaffList = z.array(StaffMember);

/** The account as staff saw it when they decided. If it has changed since, nothing is done. */
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

/** What a member of staff may do with a proposal about somebody's role. */
export const RoleChangeAct = z.enum(['confirm', 'refuse', 'take-back']);
export type RoleChangeAct = z.infer<typeof RoleChangeAct>;

/** A proposal to make somebody staff, or to end that. A second member confirms it if there is one who may. */
export const StaffRoleChange = z.object({
  id: Id,
  kind: z.enum(['grant', 'withdrawal']),
  state: z.enum(['proposed', 'made', 'refused', 'taken_back', 'ended']),
  /** Whose role it is, with what is sent back as seen. */
  person: SeenPerson.extend({ id: Id, name: z.string() }),
  /** Names; null if the account is gone. */
  proposedBy: z.string().nullable(),
  proposedAt: Instant,
  reason: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Until when it can be confirmed. */
  openUntil: Instant,
  acts: z.array(RoleChangeAct),
});
export type StaffRoleChange = z.input<typeof StaffRoleChange>;

export const StaffRoleChangeList = z.array(StaffRoleChange);
