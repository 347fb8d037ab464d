import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { ItemTask } from '../../../../shared/keepsakes/staff-items.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { CountQueue } from '../../system/changes/changes.ts';
import type { ItemState } from './item-state.ts';
import { physicalItems } from './physical-items.table.ts';
import { rankOf, waitsForPayment } from './staff-rules.ts';
import { taskRank, taskSince } from './task-order.ts';

/** By then, an item to return or hand over should have left us. */
const lateAfterDays = 5;

const waitsForUs: readonly ItemTask[] = ['return', 'hand-over'];

/** A return waits for its owner until it is paid, and for us from then on. */
export function isLate(item: ItemState, task: ItemTask, since: Date, now: Date): boolean {
  if (!waitsForUs.includes(task) || waitsForPayment(item)) return false;
  const { returnFeePaidAt } = item;
  const ours = returnFeePaidAt && returnFeePaidAt > since ? returnFeePaidAt : since;
  return ours <= lateSince(now);
}

function lateSince(now: Date): Date {
  return minutesAfter(now, -lateAfterDays * 24 * 60);
}

/** Items to be sent back or handed over. Those still to arrive, or not paid for yet, wait for others. */
export const countPhysicalItems: CountQueue = async ({ db, clock }) => {
  const [rank, since] = [taskRank(physicalItems), taskSince(physicalItems)];
  const { status, returnFee, returnFeePaidAt } = physicalItems;
  // greatest() ignores nulls.
  const oursSince = sql`greatest(${since}, ${returnFeePaidAt})`;
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${oursSince})`.mapWith(physicalItems.createdAt),
      late: sql<number>`(count(*) filter (where ${oursSince} <= ${lateSince(clock.now()).toISOString()}))::int`,
      handOvers: sql<number>`(count(*) filter (where ${rank} = ${rankOf('hand-over')}))::int`,
    })
    .from(physicalItems)
    .where(
      and(
        inArray(rank, waitsForUs.map(rankOf)),
        or(ne(status, 'requested_return'), eq(returnFee, 0), isNotNull(returnFeePaidAt)),
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
