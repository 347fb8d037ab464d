import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { endHoldIfLast } from '../people.ts';
import { afterEvent, isDisputed } from './address-change-state.ts';
import { type AddressChangeRow, addressChanges } from './address-changes.table.ts';
import { writeChange } from './change-rows.ts';
import { putBack } from './put-back.ts';
import { recordChange } from './record-change.ts';

/**
 * Ends the changes that others made in the address book of an owner who turns out to be alive. Proposals are
 * not carried out, and disputed changes are undone. The rest stays until the owner enters something else, and
 * its wait goes on, so that they can. The caller has locked the owner and their schedules.
 */
export async function endAddressChangesOf(tx: Tx, services: Services, userId: string): Promise<void> {
  const open = await tx
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), inArray(addressChanges.state, ['proposed', 'made'])))
    .orderBy(asc(addressChanges.recipientId), asc(addressChanges.createdAt));
  const now = await readDatabaseTime(tx, services.clock);
  for (const before of open) {
    const columns = afterEvent(before, { kind: 'owner-lives' }, now);
    if (!columns) continue;
    const after = await writeChange(tx, before.id, columns);
    const person = await lockRecipient(tx, userId, before.recipientId);
    if (after.state === 'put_back') await putBack(tx, services, after, person);
    if (isDisputed(before)) await endHoldIfLast(tx, services, person.id, 'system');
    await recordChange(tx, services, after, { action: 'address-change.ended', actor: 'system', before });
  }
}

/** A proposal that staff have not decided, or a dispute that they have not settled, is late after this time. */
const lateAfterHours = 24;

export function isLate(change: AddressChangeRow, now: Date): boolean {
  const since = isDisputed(change)
    ? change.disputedAt
    : change.state === 'proposed'
      ? change.createdAt
      : null;
  return since !== null && since <= minutesAfter(now, -lateAfterHours * 60);
}

const isDisputeOpen = sql`(disputed_at is not null and settled_at is null and ended_at is null)`;

interface Counts extends Record<string, unknown> {
  disputed: number;
  proposed: number;
  waiting: number;
  late: number;
  oldest: string | null;
}

/** SQL: staff have to do something about it, or it is not in force yet. */
export const isOpenAt = (now: ReturnType<typeof sql>) =>
  sql`(state = 'proposed' or state = 'made' and (in_force_from > ${now} or ${isDisputeOpen}))`;

export const countAddressChanges: CountQueue = async ({ db, clock }) => {
  const now = clock.databaseNow();
  const waited = sql`case when ${isDisputeOpen} then disputed_at when state = 'proposed' then created_at end`;
  const { rows } = await db.execute<Counts>(sql`
    select count(*) filter (where ${isDisputeOpen})::int as disputed,
      count(*) filter (where state = 'proposed' and not ${isDisputeOpen})::int as proposed,
      count(*) filter (where state = 'made' and not ${isDisputeOpen})::int as waiting,
      count(*) filter (where ${waited} <= ${now} - make_interval(hours => ${lateAfterHours}))::int as late,
      min(created_at) as oldest
    from address_changes where state in ('proposed', 'made') and ${isOpenAt(now)}`);
  const { disputed = 0, proposed = 0, waiting = 0, late = 0, oldest = null } = rows[0] ?? {};
  const parts = [
    [disputed, 'said to be wrong'],
    [proposed, 'to confirm'],
    [waiting, 'waiting'],
  ] as const;
  return {
    count: disputed + proposed + waiting,
    oldest: oldest === null ? null : new Date(oldest),
    late,
    detail:
      parts
        .filter(([count]) => count > 0)
        .map(([count, words]) => `${count} ${words}`)
        .join(', ') || null,
  };
};
