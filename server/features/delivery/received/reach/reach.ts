import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemoryReach } from '../../../../../shared/memories/memory-reach.ts';
import type { Database, Queryable } from '../../../../platform/database.ts';
import { loadMemory } from '../../../memories/memories/memories.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { deliveryQueue, memoryRecipients, schedules } from '../../deliveries/deliveries.table.ts';
import { keepsWhatItBrought } from '../../deliveries/state/state.ts';

type Reach = z.output<typeof MemoryReach>;

const fullName = sql<string | null>`${recipients.firstName} || ' ' || ${recipients.lastName}`;

/** Whom changing or deleting a memory would affect. Throws 404 for a memory that is somebody else's. */
export async function readReach(db: Database, userId: string, memoryId: string): Promise<Reach> {
  await loadMemory(db, userId, memoryId);
  const given = await listGiven(db, memoryId);
  const isGiven = new Set(given.map(({ delivery }) => `${delivery.scheduleId} ${delivery.recipientId}`));
  const planned = await listPlanned(db, memoryId);
  const upcoming = new Map<string, Reach['upcoming'][number]>();
  for (const { recipientId, name, deliveryType, ...schedule } of planned) {
    if (isGiven.has(`${schedule.scheduleId} ${recipientId}`)) continue;
    const afterDeath = deliveryType === 'on_death';
    const entry = upcoming.get(schedule.scheduleId) ?? { ...schedule, afterDeath, recipients: [] };
    if (name) entry.recipients.push(name);
    upcoming.set(schedule.scheduleId, entry);
  }
  return {
    received: given.map(({ delivery, name }) => ({
      name: name ?? delivery.recipientFirstName,
      deliveredAt: delivery.deliveredAt,
    })),
    upcoming: [...upcoming.values()],
  };
}

async function listGiven(db: Queryable, memoryId: string) {
  const rows = await db
    .select({ delivery: deliveryQueue, name: fullName })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(eq(schedules.memoryId, memoryId))
    .orderBy(asc(deliveryQueue.dueAt), asc(recipients.id));
  return rows.filter(({ delivery }) => keepsWhatItBrought(delivery));
}

function listPlanned(db: Queryable, memoryId: string) {
  return db
    .select({
      scheduleId: schedules.id,
      deliveryDate: schedules.deliveryDate,
      deliveryType: schedules.deliveryType,
      timezone: schedules.timezone,
      releaseDays: schedules.releaseDays,
      recipientId: memoryRecipients.recipientId,
      name: fullName,
    })
    .from(schedules)
    .leftJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .leftJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .where(and(eq(schedules.memoryId, memoryId), eq(schedules.isDelivered, false)))
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id), asc(recipients.id));
}
