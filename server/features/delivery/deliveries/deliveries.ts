import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { confirmDelivery, deliver } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deriveToken, hashToken } from '../../../platform/random.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { memoryRecipients, schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue, type WaitingReason } from './deliveries.table.ts';
import { secondsLate } from './lateness.ts';

/** Deliveries in one job: enough to spare the queue, few enough to share a burst among workers. */
const deliveriesPerJob = 100;
const confirmationsPerJob = 100;
/** A delivery whose job was lost with the queue, or its worker in the middle of it, is looked at again after this. */
const rescueMinutes = 5;

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

/** When the sweep looks again at what is enqueued at `now`. */
export function rescueTime(now: Date): Date {
  return minutesAfter(now, rescueMinutes);
}

/** A delivery for the queue, with the instant at which it fell due. */
export interface Ready extends Record<string, unknown> {
  id: string;
  dueAt: string;
}

/** Enqueues the hand-over of `ids`, in the order in which they fell due, as part of `tx`. */
export async function deliverLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rescueAt = rescueTime(services.clock.now()).toISOString();
  const ready = await tx.execute<Ready>(sql`
    with ready as (
      update delivery_queue set sweep_at = ${rescueAt} where id = any(${sql.param(ids)}::uuid[])
      returning id, due_at as "dueAt"
    )
    select * from ready order by "dueAt", id`);
  await enqueueDeliveries(tx, services, ready.rows);
}

/**
 * Enqueues deliveries of which the sweep knows already. The queue keeps no order among jobs of one transaction: each
 * says how long it has been due, and the longest goes first, also before what waits already.
 */
export async function enqueueDeliveries(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  ready: readonly Ready[],
): Promise<void> {
  const batches = inBatches(ready, deliveriesPerJob);
  const payloads = batches.map((batch) => ({ deliveryIds: batch.map(({ id }) => id) }));
  await jobs.enqueue(tx, deliver, payloads, { priorities: batches.map(priorityOf) });
}

function priorityOf(batch: readonly Ready[]): number {
  return -Math.min(...batch.map(({ dueAt }) => Math.floor(new Date(dueAt).getTime() / 60_000)));
}

function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

/** Where a delivery to this person goes: to their e-mail address, or to their phone where they have none. */
export function addressOf({ email, phone }: { email: string | null; phone: string | null }): string | null {
  return email ?? phone;
}

/**
 * Another address starts what waited for one, and what was given up on the old one; called where `addressOf` a recipient
 * changes, and only there: the same one may hold three mails of it already. What is on its way this moment is looked at
 * again by whoever writes down what became of it.
 */
export function resumeDeliveriesOfRecipient(tx: Tx, services: Services, recipientId: string): Promise<void> {
  const withMemory = tx.select({ id: schedules.id }).from(schedules).where(isNotNull(schedules.memoryId));
  const givenUp = and(eq(deliveryQueue.status, 'failed'), inArray(deliveryQueue.scheduleId, withMemory));
  const stopped = or(waitsFor(['no_address', 'bad_address', 'outcome_unknown']), givenUp);
  return resumeDeliveries(tx, services, and(eq(deliveryQueue.recipientId, recipientId), stopped));
}

/** An approved memory starts what waited for its check or for a better file; called where a memory is approved. */
export function resumeDeliveriesOfMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  const waiting = waitsFor(['memory_under_review', 'file_damaged']);
  return resumeDeliveries(tx, services, and(inArray(deliveryQueue.scheduleId, ofMemory), waiting));
}

function waitsFor(reasons: WaitingReason[]) {
  return and(eq(deliveryQueue.status, 'waiting'), inArray(deliveryQueue.waitingReason, reasons));
}

/** Starts stopped deliveries again, at once and with all their time. */
export async function resumeDeliveries(tx: Tx, services: Services, which: SQL | undefined): Promise<void> {
  const now = services.clock.now();
  const resumed = await tx
    .update(deliveryQueue)
    .set({
      status: 'pending',
      waitingReason: null,
      errorMessage: null,
      firstAttempt: null,
      attemptAfter: now,
      ownerToAskSince: null,
    })
    .where(and(which, inArray(deliveryQueue.status, ['waiting', 'failed'])))
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

/**
 * Whoever opens a link has its mail: a delivery of which nobody could say so is made, nothing more of it goes out, and
 * its owner is not asked. Not where the address was corrected since, for the new one has nothing yet. The caller has
 * locked the schedule.
 */
export async function settleOpened(tx: Tx, services: Services, deliveryId: string): Promise<void> {
  const now = services.clock.now();
  // Handed over by the last mail that nobody answered, not when it was read: an owner would read that we were late.
  const settled = await tx.execute<SettledRow>(sql`
    update delivery_queue d set status = 'delivered', waiting_reason = null, error_message = null, sweep_at = null,
      owner_to_ask_since = null, delivered_at = coalesce((
        select max(a.at) from audit_log a
        where a.subject_id = d.id and a.action = 'delivery.outcome-unknown' and a.details ? 'attempt'
      ), ${now.toISOString()})
    from recipients r
    where d.id = ${deliveryId} and r.id = d.recipient_id and d.sent_to = coalesce(r.email, r.phone)
      and (d.status in ('pending', 'failed') or d.waiting_reason in ('outcome_unknown', 'bad_address', 'memory_withdrawn'))
    returning d.schedule_id as "scheduleId", d.user_id as "userId", d.attempt_count as attempt,
      d.due_at as "dueAt", d.delivered_at as "deliveredAt"`);
  const [row] = settled.rows;
  if (!row) return;
  const { scheduleId, userId, attempt } = row;
  const seconds = secondsLate(new Date(row.dueAt), new Date(row.deliveredAt));
  const entry = { actor: 'system', userId, subjectId: deliveryId };
  await recordAll(tx, now, [
    { ...entry, action: 'delivery.delivered', details: { attempt } },
    { ...entry, action: 'delivery.outcome-resolved', details: { attempt } },
    ...(seconds ? [{ ...entry, action: 'delivery.late', details: { attempt, seconds } } as const] : []),
  ]);
  await finishSchedules(tx, services, [scheduleId]);
}

interface SettledRow extends Record<string, unknown> {
  scheduleId: string;
  userId: string;
  attempt: number;
  dueAt: string;
  deliveredAt: string;
}

/**
 * Removes a person from every schedule that has not been delivered to them; called where a recipient is deleted. What says
 * that a memory was taken back stays.
 */
export async function withdrawRecipient(tx: Tx, recipientId: string): Promise<void> {
  await tx
    .delete(deliveryQueue)
    .where(
      and(
        eq(deliveryQueue.recipientId, recipientId),
        inArray(deliveryQueue.status, ['pending', 'waiting', 'failed']),
        sql`${deliveryQueue.waitingReason} is distinct from 'memory_withdrawn'`,
      ),
    );
  await tx.delete(memoryRecipients).where(eq(memoryRecipients.recipientId, recipientId));
}

/**
 * A schedule is delivered when all its deliveries are; then the owner is told, if they want to be. Called with the schedules of which a
 * delivery was made or taken back.
 */
export async function finishSchedules(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  scheduleIds: Iterable<string>,
): Promise<void> {
  const ids = [...scheduleIds];
  if (ids.length === 0) return;
  const at = clock.now().toISOString();
  // Subqueries, since of a burst the planner knows nothing yet: a join made it read whole tables.
  const finished = await tx.execute<{ id: string; settled: boolean }>(sql`
    update schedules s set is_delivered = true, delivered_at = ${at}, owner_told_at = (
      select ${at}::timestamptz from users u
      where u.id = s.user_id and not (u.email_notifications and u.delivery_notifications))
    where s.id = any(${sql.param(ids)}::uuid[]) and not s.is_delivered
      and (select bool_and(d.status = 'delivered') from delivery_queue d where d.schedule_id = s.id)
    returning s.id, s.owner_told_at is not null as settled`);
  const untold = finished.rows.filter(({ settled }) => !settled);
  await tellOwnersLater(
    tx,
    { jobs },
    untold.map(({ id }) => id),
  );
}

/** Enqueues the confirmations of delivered schedules. */
export async function tellOwnersLater(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  scheduleIds: readonly string[],
): Promise<void> {
  const payloads = inBatches(scheduleIds, confirmationsPerJob).map((batch) => ({ scheduleIds: batch }));
  await jobs.enqueue(tx, confirmDelivery, payloads);
}
