import { and, eq, inArray, sql } from 'drizzle-orm';
import { confirmDelivery, deliver } from '../../job-list.ts';
import { minutesAfter } from '../../platform/clock.ts';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { deriveToken, hashToken } from '../../platform/random.ts';
import { recordAll } from '../audit/audit.ts';
import { memoryRecipients, schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue, type WaitingReason } from './deliveries.table.ts';

/** Deliveries in one job: enough to spare the queue, few enough to share a burst among workers. */
const deliveriesPerJob = 100;
/** A delivery whose job was lost with the queue is looked at again after this. */
export const rescueMinutes = 10;

type Secret = Pick<Services, 'appSecret'>;

/** The link's token: the same at every try, and kept in the database only as its hash. */
export function deliveryToken({ appSecret }: Secret, deliveryId: string): string {
  return deriveToken(appSecret, 'delivery', deliveryId);
}

export function deliveryTokenHash(secret: Secret, deliveryId: string): string {
  return hashToken(deliveryToken(secret, deliveryId));
}

/** The address of the recipient's page. */
export function deliveryLink(services: Pick<Services, 'appSecret' | 'config'>, deliveryId: string): string {
  return `${services.config.publicUrl}/received/${deliveryToken(services, deliveryId)}`;
}

/**
 * Enqueues the hand-over of `ids`, in their order, as part of `tx`. The queue keeps no order among jobs of one
 * transaction: each says how long it has been due, and the longest goes first, also before what waits already.
 */
export async function deliverLater(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rescueAt = minutesAfter(clock.now(), rescueMinutes);
  const rows = await tx.execute<{ id: string; dueMinute: number }>(sql`
    update delivery_queue set sweep_at = ${rescueAt.toISOString()} where id = any(${sql.param(ids)}::uuid[])
    returning id, floor(extract(epoch from due_at) / 60)::int as "dueMinute"`);
  const dueMinutes = new Map(rows.rows.map(({ id, dueMinute }) => [id, dueMinute]));
  const payloads = [];
  const priorities = [];
  for (let from = 0; from < ids.length; from += deliveriesPerJob) {
    const deliveryIds = ids.slice(from, from + deliveriesPerJob);
    payloads.push({ deliveryIds });
    priorities.push(-Math.min(...deliveryIds.map((id) => dueMinutes.get(id) ?? 0)));
  }
  await jobs.enqueue(tx, deliver, payloads, { priorities });
}

/** A changed address starts what waited for one; called where a recipient is changed. */
export function resumeDeliveriesOfRecipient(tx: Tx, services: Services, recipientId: string): Promise<void> {
  return resume(tx, services, eq(deliveryQueue.recipientId, recipientId), ['no_address', 'bad_address']);
}

/** An approved memory starts what waited for its check; called where a memory is approved. */
export function resumeDeliveriesOfMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  return resume(tx, services, inArray(deliveryQueue.scheduleId, ofMemory), ['memory_under_review']);
}

async function resume(
  tx: Tx,
  services: Services,
  which: ReturnType<typeof eq>,
  reasons: WaitingReason[],
): Promise<void> {
  const now = services.clock.now();
  const resumed = await tx
    .update(deliveryQueue)
    .set({
      status: 'pending',
      waitingReason: null,
      errorMessage: null,
      firstAttempt: null,
      attemptAfter: now,
    })
    .where(and(which, eq(deliveryQueue.status, 'waiting'), inArray(deliveryQueue.waitingReason, reasons)))
    .returning({ id: deliveryQueue.id, userId: deliveryQueue.userId });
  await recordAll(
    tx,
    now,
    resumed.map(({ id, userId }) => ({ action: 'delivery.resumed', actor: 'system', userId, subjectId: id })),
  );
  await deliverLater(
    tx,
    services,
    resumed.map(({ id }) => id),
  );
}

/** Removes a person from every schedule that has not been delivered to them; called where a recipient is deleted. */
export async function withdrawRecipient(tx: Tx, recipientId: string): Promise<void> {
  await tx
    .delete(deliveryQueue)
    .where(
      and(
        eq(deliveryQueue.recipientId, recipientId),
        inArray(deliveryQueue.status, ['pending', 'waiting', 'failed']),
      ),
    );
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.recipientId, recipientId));
}

/**
 * A schedule is delivered when all its deliveries are; then the owner is told. Called with the schedules of which a
 * delivery was made or taken back.
 */
export async function finishSchedules(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  scheduleIds: Iterable<string>,
): Promise<void> {
  const ids = [...scheduleIds];
  if (ids.length === 0) return;
  const finished = await tx.execute<{ id: string }>(sql`
    update schedules s set is_delivered = true, delivered_at = ${clock.now().toISOString()}
    where s.id = any(${sql.param(ids)}::uuid[]) and not s.is_delivered
      and exists (select 1 from delivery_queue d where d.schedule_id = s.id)
      and not exists (select 1 from delivery_queue d where d.schedule_id = s.id and d.status <> 'delivered')
    returning s.id`);
  await jobs.enqueue(
    tx,
    confirmDelivery,
    finished.rows.map((row) => ({ scheduleId: row.id })),
  );
}
