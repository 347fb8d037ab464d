import { and, eq, or } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { enqueueMails } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { updateUser } from '../../profile/profile.ts';
import { closeSessions } from '../sessions/sessions.ts';
import { afterEvent } from './role-change-state.ts';
import { listStaff } from './roles.ts';
import { type StaffRoleChangeRow, staffRoleChanges } from './staff.table.ts';

interface NewRole {
  userId: string;
  isAdmin: boolean;
  /** The member of staff who does it, or `system` for the operator, and why. */
  by: string;
  reason: string;
  /** The colleague who proposed it. */
  proposedBy?: string;
}

/** Grants or withdraws the role. Signs the person out everywhere, ends their open proposals, and notifies all staff and them. */
export async function setRole(tx: Tx, services: Services, now: Date, role: NewRole): Promise<void> {
  const { userId, isAdmin, by, reason, proposedBy } = role;
  await updateUser(tx, services, userId, { isAdmin, staffSince: isAdmin ? now : null });
  await closeSessions(tx, userId);
  await endProposals(tx, now, userId);
  await record(tx, services.clock.now(), {
    action: isAdmin ? 'staff.granted' : 'staff.withdrawn',
    actor: by,
    userId,
    subjectId: userId,
    reason,
    ...(proposedBy && { details: { proposedBy } }),
    before: { isAdmin: !isAdmin },
    after: { isAdmin },
  });
  await tellOfRole(tx, services, userId, {
    change: isAdmin ? 'granted' : 'withdrawn',
    by,
    ...(proposedBy && { proposedBy }),
  });
}

/** Ends the proposals of somebody who is no longer staff, and those about them. */
async function endProposals(tx: Tx, now: Date, userId: string): Promise<void> {
  const open = await tx
    .select()
    .from(staffRoleChanges)
    .where(
      and(
        eq(staffRoleChanges.state, 'proposed'),
        or(eq(staffRoleChanges.proposedBy, userId), eq(staffRoleChanges.userId, userId)),
      ),
    );
  for (const row of open) await writeRoleChange(tx, row, afterEvent(row, { kind: 'ended' }, now) ?? {});
}

export async function writeRoleChange(
  tx: Tx,
  { id }: StaffRoleChangeRow,
  columns: Partial<StaffRoleChangeRow>,
): Promise<void> {
  await tx.update(staffRoleChanges).set(columns).where(eq(staffRoleChanges.id, id));
}

/** What a mail about a role may say. */
export type RoleNews =
  | 'granted'
  | 'withdrawn'
  | 'grant-proposed'
  | 'grant-refused'
  | 'grant-taken-back'
  | 'withdrawal-proposed'
  | 'withdrawal-taken-back';

/** Mails everybody who is staff now, and the person concerned. */
export async function tellOfRole(
  tx: Tx,
  services: Services,
  subjectId: string,
  details: { change: RoleNews; by: string; proposedBy?: string },
): Promise<void> {
  const recipients = new Set([...(await listStaff(tx)).map(({ id }) => id), subjectId]);
  await enqueueMails(
    tx,
    services,
    [...recipients].map((userId) => ({ kind: 'staff-role-changed' as const, userId, subjectId, details })),
  );
  await announceToStaff(tx);
}
