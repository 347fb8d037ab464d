import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import type { ScheduledDelivery } from '../../people/recipients/recipients.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { memoryRecipients, schedules } from '../schedules/schedules.table.ts';
import { refreshDueAt, reopenWithoutRecipients, unlinkRecipient } from '../schedules/schedules.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { finishSchedules } from './finish.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/** What a recipient is named in and has not received, the next first. */
export function listScheduledFor(tx: Tx, recipientId: string): Promise<ScheduledDelivery[]> {
  const theirs = and(eq(deliveryQueue.scheduleId, schedules.id), eq(deliveryQueue.recipientId, recipientId));
  return tx
    .select({
      id: schedules.id,
      memoryTitle: memories.title,
      deliveryDate: schedules.deliveryDate,
      deliveryType: schedules.deliveryType,
      localDate: schedules.localDate,
    })
    .from(memoryRecipients)
    .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(deliveryQueue, theirs)
    .where(
      and(
        eq(memoryRecipients.recipientId, recipientId),
        eq(schedules.isDelivered, false),
        or(isNull(deliveryQueue.status), ne(deliveryQueue.status, 'delivered')),
      ),
    )
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id));
}

/**
 * Takes a recipient out of all that is scheduled for them, as `actor`; answers the ids of the schedules that then have
 * nobody. What is being sent this moment loses its recipient with their row, and is settled when its outcome is recorded.
 */
export async function withdrawRecipient(
  tx: Tx,
  services: Services,
  actor: string,
  recipientId: string,
): Promise<Set<string>> {
  const scheduleIds = (await listScheduledFor(tx, recipientId)).map(({ id }) => id);
  const rows = await lockDeliveries(tx, eq(deliveryQueue.recipientId, recipientId));
  await applyEvents(tx, services, rows, () => ({ kind: 'recipient-removed' }));
  await unlinkRecipient(tx, recipientId);
  const withNobody = await reopenWithoutRecipients(tx, scheduleIds);
  await refreshDueAt(tx, scheduleIds);
  await finishSchedules(tx, services, scheduleIds);
  await recordAll(
    tx,
    services.clock.now(),
    scheduleIds.map((subjectId) => ({ action: 'schedule.changed', actor, userId: actor, subjectId })),
  );
  return withNobody;
}
