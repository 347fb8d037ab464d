import { and, eq } from 'drizzle-orm';
import type { PersonChange } from '../../../../../shared/accounts/staff.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { afterEvent, isOpen, whatItTakes } from './role-change-state.ts';
import { type Kind, lockMember, requirePossible } from './role-checks.ts';
import { listStanding, requireLongEnough } from './roles.ts';
import { lockUnchanged } from './seen-person.ts';
import { type RoleNews, setRole, tellOfRole, writeRoleChange } from './set-role.ts';
import { type StaffRoleChangeRow, staffRoleChanges } from './staff.table.ts';

/** What a member of staff wants, why, and the account concerned as they saw it. */
export interface RoleAct extends PersonChange {
  by: UserRow;
}

/**
 * Proposes to give somebody the role or to withdraw it; if no colleague could confirm that, it takes effect at once. 404; 409
 * if it does not apply, is about oneself, if one's own approval does not count yet, or if the account is not as `seen`.
 */
export function proposeRoleChange(
  services: Services,
  kind: Kind,
  { userId, ...act }: RoleAct & { userId: string },
): Promise<StaffRoleChangeRow> {
  return inTransaction(services.db, async (tx) => {
    const { now, member: proposer } = await lockMember(tx, services, act.by);
    if (userId === proposer.id)
      throw new AppError('conflict', 'Nobody changes their own staff role. Ask a colleague.');
    const person = await lockUnchanged(tx, userId, act.seen);
    requirePossible(kind, person);
    requireLongEnough(proposer, now);
    const proposal = { kind, userId, proposedBy: proposer.id, reason: act.reason };
    const takes = whatItTakes({ ...proposal, standing: await listStanding(tx, now) });
    if (takes === 'the operator') throw new AppError('conflict', onlyTheOperator);
    if (takes === 'two') return propose(tx, services, now, proposal);
    await setRole(tx, services, now, {
      userId,
      isAdmin: kind === 'grant',
      by: proposer.id,
      reason: act.reason,
    });
    const made = { state: 'made', decidedAt: now, decidedBy: proposer.id } as const;
    return insertRoleChange(tx, { ...proposal, ...made, proposedAt: now });
  });
}

const onlyTheOperator =
  'None of your colleagues could confirm this. Whoever runs this service can take the role from somebody.';

type Proposal = Pick<StaffRoleChangeRow, 'kind' | 'userId' | 'proposedBy' | 'reason'>;

async function propose(
  tx: Tx,
  services: Services,
  now: Date,
  proposal: Proposal,
): Promise<StaffRoleChangeRow> {
  await endLapsed(tx, now, proposal.userId);
  const row = await insertRoleChange(tx, { ...proposal, state: 'proposed', proposedAt: now });
  await note(tx, services, row, {
    action: row.kind === 'grant' ? 'staff.grant-proposed' : 'staff.withdrawal-proposed',
    news: `${row.kind}-proposed`,
    by: row.proposedBy,
    reason: row.reason,
  });
  return row;
}

/** 409 if a proposal about this person is still open. */
async function endLapsed(tx: Tx, now: Date, userId: string): Promise<void> {
  const [before] = await tx
    .select()
    .from(staffRoleChanges)
    .where(and(eq(staffRoleChanges.userId, userId), eq(staffRoleChanges.state, 'proposed')));
  if (!before) return;
  if (isOpen(before, now))
    throw new AppError('conflict', 'This was proposed already. You find it under People.');
  await writeRoleChange(tx, before, afterEvent(before, { kind: 'ended' }, now) ?? {});
}

async function insertRoleChange(
  tx: Tx,
  values: typeof staffRoleChanges.$inferInsert,
): Promise<StaffRoleChangeRow> {
  const [row] = await tx.insert(staffRoleChanges).values(values).returning();
  return requireFound(row);
}

export async function note(
  tx: Tx,
  services: Services,
  { userId, id, kind }: StaffRoleChangeRow,
  { action, news, by, reason }: { action: AuditAction; news: RoleNews; by: string; reason: string },
): Promise<void> {
  const details = { change: id, kind };
  const entry = { action, actor: by, userId, subjectId: userId, reason, details };
  await record(tx, services.clock.now(), entry);
  await tellOfRole(tx, services, userId, { change: news, by });
}
