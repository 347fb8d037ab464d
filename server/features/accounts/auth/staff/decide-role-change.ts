import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { afterEvent, isOpen, type RoleChangeEvent } from './role-change-state.ts';
import { note, type RoleAct } from './role-changes.ts';
import { lockMember, requirePossible } from './role-checks.ts';
import { listStanding, requireLongEnough } from './roles.ts';
import { lockUnchanged } from './seen-person.ts';
import { setRole, writeRoleChange } from './set-role.ts';
import { type StaffRoleChangeRow, staffRoleChanges } from './staff.table.ts';

type Verb = Exclude<RoleChangeEvent['kind'], 'ended'>;

/**
 * Confirms, refuses or takes back a proposal. 404 for an unknown proposal; 409 if its state or this member
 * does not allow it, or if the account is not as `seen`.
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
