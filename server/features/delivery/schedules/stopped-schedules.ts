import { and, asc, eq, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { deliveryQueue, type WaitingReason } from '../deliveries/deliveries.table.ts';
import { refreshDueAt } from './schedule-recipients.ts';
import { memoryRecipients, schedules } from './schedules.table.ts';

// What becomes of schedules whose memory was deleted or whose people were removed.

type Timekeeping = Pick<Services, 'clock'>;

/**
 * Stops everything of a memory that has not been delivered; called before the memory is deleted. What somebody already
 * has, or may have, stays as a delivery whose memory was withdrawn, and what is on its way this moment may still arrive as
 * such.
 */
export async function cancelSchedulesOfMemory(
  tx: Tx,
  services: Timekeeping,
  memoryId: string,
): Promise<void> {
  const now = services.clock.now();
  const undelivered = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.memoryId, memoryId), eq(schedules.isDelivered, false)))
    .orderBy(asc(schedules.id))
    .for('update');
  const ids = undelivered.map((schedule) => schedule.id);
  if (ids.length === 0) return;
  const stoppable = and(
    inArray(deliveryQueue.scheduleId, ids),
    inArray(deliveryQueue.status, ['pending', 'waiting', 'failed']),
  );
  await tx.delete(deliveryQueue).where(and(stoppable, isNull(deliveryQueue.sentTo)));
  await keepWithdrawn(tx, now, stoppable);
  await cancelRest(tx, services, ids);
  await tx
    .update(schedules)
    .set({ isDelivered: true, deliveredAt: now, ownerToldAt: now, updatedAt: now })
    .where(inArray(schedules.id, ids));
}

/** Whose mail may have arrived keeps a link that says that the memory was taken back; nothing more goes out of it. */
async function keepWithdrawn(tx: Tx, now: Date, which: SQL | undefined): Promise<void> {
  const reason: WaitingReason = 'memory_withdrawn';
  const kept = await tx
    .update(deliveryQueue)
    .set({
      status: 'waiting',
      waitingReason: reason,
      errorMessage: null,
      sweepAt: null,
      ownerToAskSince: null,
    })
    .where(which)
    .returning({ id: deliveryQueue.id, userId: deliveryQueue.userId });
  await recordAll(
    tx,
    now,
    kept.map(({ id, userId }) => ({
      action: 'delivery.waiting',
      actor: userId,
      userId,
      subjectId: id,
      details: { reason },
    })),
  );
}

/**
 * Makes of started schedules what they are without the deliveries that were withdrawn from them: nothing where their
 * memory is gone and nobody has it, open to other people where nobody is left. The caller has locked them.
 */
export async function settleWithdrawn(tx: Tx, services: Timekeeping, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const withoutMemory = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, scheduleIds), isNull(schedules.memoryId)));
  await cancelRest(
    tx,
    services,
    withoutMemory.map(({ id }) => id),
  );
  await reopenWithNobody(tx, scheduleIds);
  await refreshDueAt(tx, scheduleIds);
}

/** Takes out whoever has no delivery, and the schedules that have none at all. */
async function cancelRest(tx: Tx, { clock }: Timekeeping, scheduleIds: string[]): Promise<void> {
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

/** Schedules left with nobody count as not started, so that the owner can name somebody else or cancel them. */
export async function reopenWithNobody(tx: Tx, scheduleIds: string[]): Promise<Set<string>> {
  const people = tx
    .select({ one: sql`1` })
    .from(memoryRecipients)
    .where(eq(memoryRecipients.scheduleId, schedules.id));
  const withNobody = and(inArray(schedules.id, scheduleIds), notExists(people), notExists(deliveriesOf(tx)));
  await tx
    .update(schedules)
    .set({ startedAt: null })
    .where(and(withNobody, isNotNull(schedules.startedAt)));
  const rows = await tx.select({ id: schedules.id }).from(schedules).where(withNobody);
  return new Set(rows.map((row) => row.id));
}

function deliveriesOf(tx: Tx) {
  return tx.select({ one: sql`1` }).from(deliveryQueue).where(eq(deliveryQueue.scheduleId, schedules.id));
}
