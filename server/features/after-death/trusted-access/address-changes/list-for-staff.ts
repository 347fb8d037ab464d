import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  StaffAddressChange,
  StaffAddressChangeList,
  StaffAddressChangeQuery,
} from '../../../../../shared/after-death/staff-address-changes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { stateOf } from './address-change-state.ts';
import { addressChanges } from './address-changes.table.ts';
import { isLate, isOpenAt } from './address-changes.ts';
import { changesOf } from './change-rows.ts';
import { listTold, type Reading } from './list-told.ts';
import { actsOn } from './staff-actions.ts';

/** Addresses that somebody other than the owner changed or proposes to change, with what this member of staff may do about them. */
export async function listForStaff(
  services: Reading,
  memberId: string,
  { show, limit, ...before }: StaffAddressChangeQuery,
): Promise<z.output<typeof StaffAddressChangeList>> {
  const isOpen = isOpenAt(services.clock.databaseNow());
  const isListed = show === 'open' ? inOwnColumns(isOpen) : not(inOwnColumns(isOpen));
  const direction = show === 'over' ? desc : asc;
  const { createdAt, id } = addressChanges;
  const rows = await selectForStaff(services.db)
    .where(and(isListed, isAfterPage(before, [createdAt, id], direction)))
    .orderBy(direction(createdAt), direction(id))
    .limit(limit + 1);
  const changes = await toAnswers(services, memberId, rows.slice(0, limit));
  const last = rows.length > limit ? changes.at(-1) : undefined;
  return { changes, next: last ? { afterSince: last.since, after: last.id } : null };
}

export async function loadForStaff(
  services: Reading,
  memberId: string,
  changeId: string,
): Promise<z.output<typeof StaffAddressChange>> {
  const rows = await selectForStaff(services.db).where(eq(addressChanges.id, changeId));
  return requireFound((await toAnswers(services, memberId, rows))[0], 'This change');
}

const decider = alias(users, 'decider');
const holder = alias(users, 'holder');
const settler = alias(users, 'settler');

function selectForStaff(db: Queryable) {
  return db
    .select({ change: addressChanges, person: recipients, owner: users, decider, holder, settler })
    .from(addressChanges)
    .innerJoin(recipients, eq(recipients.id, addressChanges.recipientId))
    .innerJoin(users, eq(users.id, addressChanges.userId))
    .leftJoin(decider, eq(decider.id, addressChanges.decidedBy))
    .leftJoin(holder, eq(holder.id, addressChanges.heldBy))
    .leftJoin(settler, eq(settler.id, addressChanges.settledBy))
    .$dynamic();
}

/** The joined tables have columns with the same names. */
function inOwnColumns(which: SQL): SQL {
  return sql`${addressChanges.id} in (select id from address_changes where ${which})`;
}

async function toAnswers(
  services: Reading,
  memberId: string,
  rows: Awaited<ReturnType<typeof selectForStaff>>,
): Promise<z.output<typeof StaffAddressChange>[]> {
  const now = await readDatabaseTime(services.db, services.clock);
  const told = await listTold(
    services.db,
    rows.map(({ change }) => change.id),
  );
  return rows.map(({ change, person, owner, ...by }) => ({
    ...change,
    state: stateOf(change, now),
    person: named(person),
    isTrustedContact: person.trustedContact,
    owner: named(owner),
    changes: changesOf(change),
    since: change.createdAt,
    decidedBy: by.decider && fullNameOf(by.decider),
    heldBy: by.holder && fullNameOf(by.holder),
    settledBy: by.settler && fullNameOf(by.settler),
    told: told.get(change.id) ?? [],
    isLate: isLate(change, now),
    acts: actsOn(change, memberId, now),
  }));
}

function named(person: { id: string; firstName: string; lastName: string }) {
  return { id: person.id, name: fullNameOf(person) };
}
