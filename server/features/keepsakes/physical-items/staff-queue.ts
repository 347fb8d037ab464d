import { inArray, sql } from 'drizzle-orm';
import type { ItemTask } from '../../../../shared/keepsakes/staff-items.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { CountQueue } from '../../system/queues/queues.ts';
import { physicalItems, taskRank, taskSince } from './physical-items.table.ts';
import { rankOf } from './staff-rules.ts';

/** By then a return, or a hand-over, should have left us. */
const lateAfterDays = 5;

const waitsForUs: readonly ItemTask[] = ['return', 'hand-over'];

export function isLate(task: ItemTask, since: Date, now: Date): boolean {
  return waitsForUs.includes(task) && since <= lateSince(now);
}

function lateSince(now: Date): Date {
  return minutesAfter(now, -lateAfterDays * 24 * 60);
}

/** Items to be sent back or handed over. What is only awaited waits for others. */
export const countPhysicalItems: CountQueue = async ({ db, clock }) => {
  const [rank, since] = [taskRank(physicalItems), taskSince(physicalItems)];
  const [waiting] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${since})`.mapWith(physicalItems.createdAt),
      late: sql<number>`(count(*) filter (where ${since} <= ${lateSince(clock.now()).toISOString()}))::int`,
      handOvers: sql<number>`(count(*) filter (where ${rank} = ${rankOf('hand-over')}))::int`,
    })
    .from(physicalItems)
    .where(inArray(rank, waitsForUs.map(rankOf)));
  const { handOvers = 0, ...counts } = waiting ?? {};
  return {
    count: 0,
    oldest: null,
    late: 0,
    ...counts,
    detail: handOvers > 0 ? `${handOvers} to hand over after a death` : null,
  };
};
