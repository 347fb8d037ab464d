import { and, asc, count, countDistinct, eq, inArray, isNull, min, sql } from 'drizzle-orm';
import type { WaitingDelivery } from '../../../../../shared/memories/staff-memories.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { memoryRecipients, schedules } from './schedules.table.ts';

/** How many of the memories that wait for staff hold up a delivery, and when the next of those is due, where that is known. */
export async function findHeldUp(db: Queryable): Promise<{ memories: number; nextDueAt: Date | null }> {
  const inReview = db.select({ id: memories.id }).from(memories).where(sql`${memories.heldAs} = 'in_review'`);
  const [held] = await db
    .select({ memories: countDistinct(schedules.memoryId), nextDueAt: min(schedules.dueAt) })
    .from(schedules)
    .where(and(eq(schedules.isDelivered, false), inArray(schedules.memoryId, inReview)));
  return held ?? { memories: 0, nextDueAt: null };
}

/** What cannot go out before these memories are approved: to how many people, and when; the next one first. */
export async function listWaitingForMemories(
  db: Queryable,
  now: Date,
  memoryIds: readonly string[],
): Promise<Map<string, WaitingDelivery[]>> {
  const waiting = new Map<string, WaitingDelivery[]>();
  if (memoryIds.length === 0) return waiting;
  const { memoryId, deliveryType, deliveryDate, timezone, dueAt } = schedules;
  const rows = await db
    .select({ memoryId, deliveryType, deliveryDate, timezone, dueAt, people: count() })
    .from(schedules)
    .innerJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .leftJoin(
      deliveryQueue,
      and(
        eq(deliveryQueue.scheduleId, schedules.id),
        eq(deliveryQueue.recipientId, memoryRecipients.recipientId),
      ),
    )
    .where(
      and(
        inArray(memoryId, [...memoryIds]),
        eq(schedules.isDelivered, false),
        sql`${deliveryQueue.status} is distinct from 'delivered'`,
        // A recipient who gets an earlier version does not wait for this one.
        isNull(deliveryQueue.memoryVersionId),
      ),
    )
    .groupBy(schedules.id)
    .orderBy(asc(dueAt), asc(deliveryDate), asc(schedules.id));
  for (const { memoryId, deliveryType, deliveryDate, dueAt, ...row } of rows) {
    if (!memoryId) continue;
    const delivery = {
      ...row,
      isAfterDeath: deliveryType === 'on_death' && dueAt === null,
      deliveryDate: dueAt ?? deliveryDate,
      isDue: dueAt !== null && dueAt <= now,
    };
    waiting.set(memoryId, [...(waiting.get(memoryId) ?? []), delivery]);
  }
  return waiting;
}
