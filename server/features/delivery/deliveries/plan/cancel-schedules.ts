import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { deliveryQueue, memoryRecipients, schedules } from '../deliveries.table.ts';
import { refreshDueAt } from './plan.ts';

// What happens to schedules when their memory is deleted or their recipients are removed.

type Timekeeping = Pick<Services, 'clock'>;

/** Locks the schedules of a memory that are not yet delivered to everybody; returns their ids. */
export async function lockUndelivered(tx: Tx, memoryId: string): Promise<string[]> {
  const undelivered = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.memoryId, memoryId), eq(schedules.isDelivered, false)))
    .orderBy(asc(schedules.id))
    .for('update');
  return undelivered.map(({ id }) => id);
}

/** Cancels schedules whose memory is about to be deleted; those that still have deliveries are marked delivered instead. */
export async function cancelWithoutMemory(
  tx: Tx,
  services: Timekeeping,
  scheduleIds: string[],
): Promise<void> {
  const now = services.clock.now();
  await cancelWithoutDeliveries(tx, services, scheduleIds);
  await tx
    .update(schedules)
    .set({ isDelivered: true, deliveredAt: now, updatedAt: now })
    .where(inArray(schedules.id, scheduleIds));
}

/** Moves schedules to another account, without their memory: what was delivered outlives the erased account. */
export async function moveSchedules(tx: Tx, scheduleIds: string[], toUserId: string): Promise<void> {
  await tx
    .update(schedules)
    .set({ userId: toUserId, memoryId: null, seriesId: null, year: null })
    .where(inArray(schedules.id, scheduleIds));
}

/**
 * Updates started schedules that deliveries were removed from. One whose memory is gone and that has no
 * deliveries left is cancelled; one without recipients can be given to others. The caller has locked them.
 */
export async function settleWithdrawn(tx: Tx, services: Timekeeping, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const withoutMemory = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, scheduleIds), isNull(schedules.memoryId)));
  await cancelWithoutDeliveries(
    tx,
    services,
    withoutMemory.map(({ id }) => id),
  );
  await reopenWithoutRecipients(tx, scheduleIds);
  await refreshDueAt(tx, scheduleIds);
}

/** Removes recipients without a delivery, and schedules without any. */
async function cancelWithoutDeliveries(tx: Tx, { clock }: Timekeeping, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const ownDelivery = and(
    eq(deliveryQueue.scheduleId, memoryRecipients.scheduleId),
    eq(deliveryQueue.recipientId, memoryRecipients.recipientId),
  );
  const delivery = tx.select({ one: sql`1` }).from(deliveryQueue).where(ownDelivery);
  await tx
    .delete(memoryRecipients)
    .where(and(inArray(memoryRecipients.scheduleId, scheduleIds), notExists(delivery)));
  const cancelled = await tx
    .delete(schedules)
    .where(and(inArray(schedules.id, scheduleIds), notExists(deliveriesOf(tx))))
    .returning({ id: schedules.id, userId: schedules.userId });
  await recordAll(
    tx,
    clock.now(),
    cancelled.map(({ id, userId }) => ({
      action: 'schedule.cancelled',
      actor: userId,
      userId,
      subjectId: id,
    })),
  );
}

/**
 * Resets schedules that have no recipients left to not started, so that the owner can choose somebody else or
 * cancel them. Returns their ids.
 */
export async function reopenWithoutRecipients(tx: Tx, scheduleIds: string[]): Promise<Set<string>> {
  const named = tx
    .select({ one: sql`1` })
    .from(memoryRecipients)
    .where(eq(memoryRecipients.scheduleId, schedules.id));
  const empty = and(inArray(schedules.id, scheduleIds), notExists(named), notExists(deliveriesOf(tx)));
  await tx
    .update(schedules)
    .set({ startedAt: null })
    .where(and(empty, isNotNull(schedules.startedAt)));
  const rows = await tx.select({ id: schedules.id }).from(schedules).where(empty);
  return new Set(rows.map((row) => row.id));
}

function deliveriesOf(tx: Tx) {
  return tx.select({ one: sql`1` }).from(deliveryQueue).where(eq(deliveryQueue.scheduleId, schedules.id));
}
