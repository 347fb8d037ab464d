import { and, asc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';
import { refreshDueAt } from './schedule-recipients.ts';
import { memoryRecipients, schedules } from './schedules.table.ts';

// What becomes of schedules whose memory was deleted or whose recipients were removed.

type Timekeeping = Pick<Services, 'clock'>;

/** Locks what is still to be delivered of a memory; answers the ids. */
export async function lockUndelivered(tx: Tx, memoryId: string): Promise<string[]> {
  const undelivered = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.memoryId, memoryId), eq(schedules.isDelivered, false)))
    .orderBy(asc(schedules.id))
    .for('update');
  return undelivered.map(({ id }) => id);
}

/** Cancels schedules whose memory is about to go; those of which somebody has a delivery count as delivered from now on. */
export async function cancelWithoutMemory(
  tx: Tx,
  services: Timekeeping,
  scheduleIds: string[],
): Promise<void> {
  const now = services.clock.now();
  await cancelWithoutDeliveries(tx, services, scheduleIds);
  await tx
    .update(schedules)
    .set({ isDelivered: true, deliveredAt: now, ownerToldAt: now, updatedAt: now })
    .where(inArray(schedules.id, scheduleIds));
}

/**
 * Makes of started schedules what they are without the deliveries that were withdrawn from them: nothing where their
 * memory is gone and nobody has it, open to other recipients where nobody is left. The caller has locked them.
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

/** Takes out whoever has no delivery, and the schedules that have none at all. */
async function cancelWithoutDeliveries(tx: Tx, { clock }: Timekeeping, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const theirs = and(
    eq(deliveryQueue.scheduleId, memoryRecipients.scheduleId),
    eq(deliveryQueue.recipientId, memoryRecipients.recipientId),
  );
  const delivery = tx.select({ one: sql`1` }).from(deliveryQueue).where(theirs);
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

/** Schedules left without recipients count as not started, so that the owner can name somebody else or cancel them. */
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
