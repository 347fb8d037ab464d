import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { ItemTask } from '../../../../shared/keepsakes/staff-items.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { CountQueue } from '../../system/changes/changes.ts';
import { type PhysicalItemRow, physicalItems } from './physical-items.table.ts';
import { rankOf, waitsForPayment } from './staff-rules.ts';
import { taskRank, taskSince } from './task-order.ts';

/** By then, an item to return or hand over should have left us. */
const lateAfterDays = 5;

/** What has been on its way for longer than this may be lost: somebody asks the carrier, and notes what became of it. */
const longestWayDays = 21;

const waitsForUs: readonly ItemTask[] = ['return', 'hand-over'];

/** A return waits for its owner until it is paid, and for us from then on. An item that was sent is next touched when it has arrived, or was found to be lost. */
export function isLate(item: PhysicalItemRow, task: ItemTask, since: Date, now: Date): boolean {
  if (task === 'in-transit') return !item.lostAt && item.updatedAt <= wholeDaysAfter(now, -longestWayDays);
  if (!waitsForUs.includes(task) || waitsForPayment(item)) return false;
  const { returnFeePaidAt } = item;
  const ours = returnFeePaidAt && returnFeePaidAt > since ? returnFeePaidAt : since;
  return ours <= wholeDaysAfter(now, -lateAfterDays);
}

/** Items to be sent back or handed over, and those that may be lost on their way, for long or by what a colleague says. Those still to arrive, or not paid for yet, wait for others. */
export const countPhysicalItems: CountQueue = async ({ db, clock }) => {
  const [rank, since] = [taskRank(physicalItems), taskSince(physicalItems)];
  const { status, returnFee, returnFeePaidAt, updatedAt, lostReportedAt, lostAt } = physicalItems;
  const now = clock.now();
  const isOnItsWay = and(eq(rank, rankOf('in-transit')), isNull(lostAt));
  const isLost = and(isOnItsWay, lte(updatedAt, wholeDaysAfter(now, -longestWayDays)));
  // greatest() ignores nulls.
  const oursSince = sql`greatest(${since}, ${returnFeePaidAt})`;
  const isLateHere = sql`${oursSince} <= ${wholeDaysAfter(now, -lateAfterDays).toISOString()}`;
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${oursSince})`.mapWith(physicalItems.createdAt),
      late: sql<number>`(count(*) filter (where ${or(isLost, isLateHere)}))::int`,
      handOvers: sql<number>`(count(*) filter (where ${rank} = ${rankOf('hand-over')}))::int`,
    })
    .from(physicalItems)
    .where(
      or(
        isLost,
        and(isOnItsWay, isNotNull(lostReportedAt)),
        and(
          inArray(rank, waitsForUs.map(rankOf)),
          or(ne(status, 'requested_return'), eq(returnFee, 0), isNotNull(returnFeePaidAt)),
        ),
      ),
    );
  const { handOvers = 0, ...counts } = waiting ?? {};
  return {
    count: 0,
    oldest: null,
    late: 0,
    ...counts,
    detail: handOvers > 0 ? `${handOvers} to hand over after a death` : null,
  };
};
