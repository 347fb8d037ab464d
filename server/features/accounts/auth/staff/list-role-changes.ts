import { asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { RoleChangeAct, StaffRoleChange } from '../../../../../shared/accounts/staff.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../profile/profile.table.ts';
import { afterEvent, isOpen, openUntil, type RoleChangeEvent } from './role-change-state.ts';
import { listStanding } from './roles.ts';
import { type StaffRoleChangeRow, staffRoleChanges } from './staff.table.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
type Answer = z.output<typeof StaffRoleChange>;

/** Open proposals, oldest first, with what this member of staff may do about them. */
export async function listRoleChanges({ db, clock }: Reading, viewerId: string): Promise<Answer[]> {
  const now = await readDatabaseTime(db, clock);
  const rows = await selectWithNames(db)
    .where(eq(staffRoleChanges.state, 'proposed'))
    .orderBy(asc(staffRoleChanges.proposedAt), asc(staffRoleChanges.id));
  return toAnswers(
    db,
    rows.filter(({ change }) => isOpen(change, now)),
    { viewerId, now },
  );
}

export async function loadRoleChange({ db, clock }: Reading, viewerId: string, id: string): Promise<Answer> {
  const rows = await selectWithNames(db).where(eq(staffRoleChanges.id, id));
  const now = await readDatabaseTime(db, clock);
  return requireFound((await toAnswers(db, rows, { viewerId, now }))[0], 'This proposal');
}

const proposer = alias(users, 'proposer');
const decider = alias(users, 'decider');

function selectWithNames(db: Queryable) {
  return db
    .select({ change: staffRoleChanges, person: users, proposer, decider })
    .from(staffRoleChanges)
    .innerJoin(users, eq(users.id, staffRoleChanges.userId))
    .leftJoin(proposer, eq(proposer.id, staffRoleChanges.proposedBy))
    .leftJoin(decider, eq(decider.id, staffRoleChanges.decidedBy))
    .$dynamic();
}

async function toAnswers(
  db: Queryable,
  rows: Awaited<ReturnType<typeof selectWithNames>>,
  { viewerId, now }: { viewerId: string; now: Date },
): Promise<Answer[]> {
  const canConfirm = (await listStanding(db, now)).has(viewerId);
  return rows.map(({ change, person, ...by }) => ({
    ...change,
    person: { ...person, name: fullNameOf(person) },
    proposedBy: by.proposer && fullNameOf(by.proposer),
    decidedBy: by.decider && fullNameOf(by.decider),
    openUntil: openUntil(change),
    acts: actsOn(change, viewerId, now).filter((act) => act !== 'confirm' || canConfirm),
  }));
}

const events: Record<RoleChangeAct, Exclude<RoleChangeEvent['kind'], 'ended'>> = {
  confirm: 'confirmed',
  refuse: 'refused',
  'take-back': 'taken-back',
};

function actsOn(change: StaffRoleChangeRow, by: string, now: Date): RoleChangeAct[] {
  const all = Object.keys(events) as RoleChangeAct[];
  return all.filter((act) => afterEvent(change, { kind: events[act], by }, now) !== undefined);
}
