import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import type { ScheduledDelivery } from '../../people/recipients/recipients.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { finishSchedules } from './finish.ts';
import { memoryRecipients, schedules } from './schedules/schedules.table.ts';
import { refreshDueAt, reopenWithoutRecipients, unlinkRecipient } from './schedules/schedules.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/** The schedules that name a recipient who has not received them yet, in order of delivery date. */
export function listScheduledFor(tx: Tx, recipientId: string): Promise<ScheduledDelivery[]> {
  const ownDelivery = and(
    eq(deliveryQueue.scheduleId, schedules.id),
    eq(deliveryQueue.recipientId, recipientId),
  );
  return tx
    .select({
      id: schedules.id,
      memoryTitle: memories.title,
      deliveryDate: schedules.deliveryDate,
      deliveryType: schedules.deliveryType,
      localDate: schedules.localDate,
      timezone: schedules.timezone,
      releaseDays: schedules.releaseDays,
    })
    .from(memoryRecipients)
    .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(deliveryQueue, ownDelivery)
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
 * Removes a recipient from everything scheduled for them, on behalf of `actor`; returns the ids of the schedules left
 * without recipients. A delivery that is being sent loses its recipient when the caller deletes their row, and is settled
 * when its outcome is recorded.
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
  const withoutRecipients = await reopenWithoutRecipients(tx, scheduleIds);
  await refreshDueAt(tx, scheduleIds);
  await finishSchedules(tx, services, scheduleIds);
  await recordAll(
    tx,
    services.clock.now(),
    scheduleIds.map((subjectId) => ({ action: 'schedule.changed', actor, userId: actor, subjectId })),
  );
  return withoutRecipients;
}
