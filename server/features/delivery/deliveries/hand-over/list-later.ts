import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type HandOver, handOverMaxItems } from '../../../../../shared/delivery/hand-over.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { readClosing } from '../../../system/closing/closing.ts';
import { memoryRecipients, schedules } from '../deliveries.table.ts';
import { handOvers } from './hand-over.table.ts';

/** The owner's schedules that would come after the last day of the service, and those that were handed over; empty while no end is announced. */
export async function listLater(db: Queryable, userId: string): Promise<z.output<typeof HandOver>> {
  const closing = await readClosing(db);
  if (!closing) return { lastDay: null, later: [] };
  const { lastDay } = closing;
  const { deliveryType, localDate, startedAt } = schedules;
  const names = sql<string[]>`coalesce((
    select array_agg(r.first_name order by r.id) from ${memoryRecipients} mr join ${recipients} r on r.id = mr.recipient_id
    where mr.schedule_id = ${schedules.id}), '{}')`;
  const rows = await db
    .select({ schedule: schedules, memory: memories, before: handOvers, names })
    .from(schedules)
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(handOvers, eq(handOvers.scheduleId, schedules.id))
    .where(
      and(
        eq(schedules.userId, userId),
        isNull(startedAt),
        or(eq(deliveryType, 'on_death'), sql`${localDate} > ${lastDay}`, isNotNull(handOvers.scheduleId)),
      ),
    )
    .orderBy(sql`coalesce(${handOvers.deliveryDate}, ${schedules.deliveryDate})`, asc(schedules.id))
    .limit(handOverMaxItems);
  const later = rows.map(({ schedule, memory, before, names: people }) => ({
    ...{ scheduleId: schedule.id, memoryId: memory.id, title: memory.title, type: memory.type },
    recipients: people,
    plannedFor: dayOf(before ?? schedule),
    isHandedOver: before !== null,
  }));
  return { lastDay, later };
}

function dayOf({ deliveryType, localDate }: { deliveryType: string; localDate: string }): string | null {
  return deliveryType === 'on_death' ? null : localDate;
}
