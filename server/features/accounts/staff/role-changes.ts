import { and, eq } from 'drizzle-orm';
import type { PersonChange } from '../../../../shared/accounts/staff.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { record } from '../../system/audit/audit.ts';
import type { UserRow } from '../profile/profile.table.ts';
import { lockOwner } from '../profile/profile.ts';
import { afterEvent, isOpen, type RoleChangeEvent, whatItTakes } from './role-change-state.ts';
import { listStanding, lockRoles, notStaff, requireLongEnough } from './roles.ts';
import { lockUnchanged } from './seen-person.ts';
import { type RoleNews, setRole, tellOfRole, writeRoleChange } from './set-role.ts';
import { type StaffRoleChangeRow, staffRoleChanges } from './staff.table.ts';

type Kind = StaffRoleChangeRow['kind'];

/** What a member of staff wants, why, and the account that it concerns as they saw it. */
interface RoleAct extends PersonChange {
  by: UserRow;
}

/**
 * Proposes to give somebody the role, or to take it; where there is no colleague who could confirm it, it is made at once. 404; 409 where it
 * does not fit, where it is about oneself, where one's own word does not count yet, or where the account is not as `seen`.
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

/** 409 where a proposal about this person is still open. */
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

type Verb = Exclude<RoleChangeEvent['kind'], 'ended'>;

/**
 * Confirms, refuses or takes back what was proposed. 404 for an unknown proposal; 409 where its state or this member does not fit, or where
 * the account is not as `seen`.
 */
export function decideRoleChange(
  services: Services,
  verb: Verb,
  { changeId, ...act }: RoleAct & { changeId: string },
): Promise<StaffRoleChangeRow> {
  return inTransaction(services.db, async (tx) => {
    const { now, member } = await lockMember(tx, services, act.by);
    const [row] = await tx.select().from(staffRoleChanges).where(eq(staffRoleChanges.id, changeId));
    const change = requireFound(row, 'This proposal');
    const columns = afterEvent(change, { kind: verb, by: member.id }, now);
    if (!columns) throw refusal(verb, change, member.id, now);
    const person = await lockUnchanged(tx, change.userId, act.seen);
    await writeRoleChange(tx, change, columns);
    if (verb === 'confirmed') await carryOut(tx, services, now, { change, person, member, ...act });
    else
      await note(tx, services, change, {
        action: verb === 'refused' ? 'staff.proposal-refused' : 'staff.proposal-taken-back',
        news: verb === 'refused' ? 'grant-refused' : `${change.kind}-taken-back`,
        by: member.id,
        reason: act.reason,
      });
    return { ...change, ...columns };
  });
}

interface Confirmed {
  change: StaffRoleChangeRow;
  person: UserRow;
  member: UserRow;
  reason: string;
}

async function carryOut(
  tx: Tx,
  services: Services,
  now: Date,
  { change: { kind, userId, proposedBy }, person, member, reason }: Confirmed,
): Promise<void> {
  requireLongEnough(member, now);
  requirePossible(kind, person);
  if (!(await listStanding(tx, now)).has(proposedBy))
    throw new AppError('conflict', 'Whoever proposed this is no longer staff');
  await setRole(tx, services, now, { userId, isAdmin: kind === 'grant', by: member.id, reason, proposedBy });
}

/** One change of roles at a time, by somebody who is still staff. */
async function lockMember(
  tx: Tx,
  services: Services,
  { id }: UserRow,
): Promise<{ now: Date; member: UserRow }> {
  await lockRoles(tx);
  const member = await lockOwner(tx, id);
  if (!member.isAdmin || member.deletionRequestedAt) throw notStaff();
  return { now: await readDatabaseTime(tx, services.clock), member };
}

function requirePossible(kind: Kind, person: UserRow): void {
  if (kind === 'withdrawal') {
    if (!person.isAdmin) throw new AppError('conflict', 'This person is not staff');
    return;
  }
  if (person.deletionRequestedAt) throw new AppError('conflict', 'This account is being deleted');
  if (person.memorialisedAt) throw new AppError('conflict', 'They have died');
  if (person.suspendedAt)
    throw new AppError('conflict', 'Their sign-in is suspended. Let them in again first.');
  if (person.isAdmin) throw new AppError('conflict', 'This person is already staff');
}

async function note(
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

function refusal(verb: Verb, change: StaffRoleChangeRow, memberId: string, now: Date): AppError {
  const { kind, proposedBy, userId } = change;
  if (!isOpen(change, now))
    return new AppError('conflict', 'This proposal is no longer open. Nothing was done.');
  if (verb === 'taken-back') return new AppError('conflict', 'Only whoever proposed this takes it back.');
  if (memberId === userId) return new AppError('conflict', 'This is about you. Ask a colleague.');
  if (memberId === proposedBy)
    return new AppError('conflict', 'You proposed this yourself. A colleague has to confirm it.');
  if (kind === 'withdrawal')
    return new AppError('conflict', 'This cannot be refused. It ends if nobody confirms it.');
  return new AppError('conflict', 'This cannot be done with this proposal.');
}
