import { eq, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import { confirmSchedulesLater } from '../confirmations.mails.ts';
import { type Reached, readReached } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue, schedules } from '../deliveries.table.ts';
import { settleWithdrawn } from '../plan/cancel-schedules.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import type { Attempt } from './outcome.ts';

/**
 * Records the outcomes of attempts, in one transaction with the schedules, the audit log and the follow-up
 * jobs. An attempt whose claim was lost changes nothing: the later claim records the outcome.
 */
export async function recordOutcomes(services: Services, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const attemptOf = new Map(attempts.map((attempt) => [attempt.delivery.id, attempt]));
  await inTransaction(services.db, async (tx) => {
    await lockSchedules(tx, new Set(attempts.map(({ delivery }) => delivery.scheduleId)));
    const rows = await lockDeliveries(
      tx,
      sql`${deliveryQueue.id} = any(${sql.param([...attemptOf.keys()])}::uuid[])`,
    );
    const opened = messagesOpened(rows, attemptOf);
    const reached = await readChanged(tx, services, rows);
    const transitions = await applyEvents(tx, services, rows, ({ id }) => {
      const { delivery: claim, outcome, message } = requireFound(attemptOf.get(id));
      return {
        ...{ kind: 'attempted', claim, outcome, jitter: services.random.fraction() },
        ...message,
        wasOpened: message !== undefined && opened.has(message.name),
        reached: reached.get(claim.recipientId ?? ''),
      };
    });
    const schedulesOf = (some: typeof transitions) => new Set(some.map(({ before }) => before.scheduleId));
    const withDeletions = schedulesOf(transitions.filter(({ after }) => !after));
    await settleWithdrawn(tx, services, [...withDeletions]);
    const withDeliveries = schedulesOf(transitions.filter(({ after }) => after?.status === 'delivered'));
    await finishSchedules(tx, services, new Set([...withDeliveries, ...withDeletions]));
    await announceAll(tx, new Set(attempts.map(({ delivery }) => delivery.userId)), ['schedules', 'stats']);
  });
}

/** Where recipients are reached now, for those whose address has changed since the attempt began. */
async function readChanged(
  tx: Tx,
  services: Services,
  rows: readonly DeliveryRow[],
): Promise<Map<string, Reached>> {
  const ids = rows.flatMap((row) => (row.addressChangedAt && row.recipientId) || []);
  return ids.length > 0 ? readReached(tx, services, ids) : new Map();
}

/** Messages whose link was opened during their attempt: they have arrived with all their deliveries, whatever the mail server said. */
function messagesOpened(
  rows: readonly DeliveryRow[],
  attemptOf: ReadonlyMap<string, Attempt>,
): ReadonlySet<string> {
  const opened = rows.flatMap(({ id, openedAt }) => {
    const { delivery, message } = requireFound(attemptOf.get(id));
    return openedAt && message && !delivery.wasOpened ? message.name : [];
  });
  return new Set(opened);
}

/**
 * Marks the schedules as delivered whose deliveries have all been made (ignoring closed links to people who
 * are no longer on them), and enqueues confirmations to owners who want them. Called after a delivery was
 * made or deleted; the caller has locked the schedules.
 */
export async function finishSchedules(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  scheduleIds: Iterable<string>,
): Promise<void> {
  const ids = [...scheduleIds];
  if (ids.length === 0) return;
  // One subquery per schedule: after a burst the planner has no statistics yet, and a join made it read whole tables.
  const finished = await tx.execute<{ id: string }>(sql`
    select s.id from unnest(${sql.param(ids)}::uuid[]) as s (id)
    where (
      select bool_and(d.status = 'delivered') from delivery_queue d
      where d.schedule_id = s.id and d.release_revoked_at is null)`);
  const toConfirm = await markDelivered(
    tx,
    services,
    finished.rows.map(({ id }) => id),
  );
  await confirmSchedulesLater(tx, services, toConfirm);
}

/** Two deliveries of one schedule may end at the same moment: the second transaction must see the first. */
export async function lockSchedules(tx: Tx, scheduleIds: Iterable<string>): Promise<void> {
  await tx.execute(sql`
    select 1 from schedules where id = any(${sql.param([...scheduleIds])}::uuid[]) order by id for no key update`);
}

interface MarkedDelivered extends Record<string, unknown> {
  id: string;
  userId: string;
  /** ISO 8601 */
  deliveredAt: string;
  wanted: boolean;
}

/** Marks schedules as delivered; returns those whose owners want a confirmation. */
export async function markDelivered(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  scheduleIds: string[],
): Promise<MarkedDelivered[]> {
  if (scheduleIds.length === 0) return [];
  const marked = await tx.execute<MarkedDelivered>(sql`
    update schedules s set is_delivered = true, delivered_at = ${clock.now().toISOString()}
    where s.id = any(${sql.param(scheduleIds)}::uuid[]) and not s.is_delivered and s.started_at is not null
    returning s.id, s.user_id as "userId", s.delivered_at as "deliveredAt", (
      select u.email_notifications and u.delivery_notifications from users u where u.id = s.user_id) as wanted`);
  return marked.rows.filter(({ wanted }) => wanted);
}

/** After a mail came back, a delivered schedule is undelivered until all its deliveries are made again. */
export async function markUndelivered(tx: Tx, scheduleId: string): Promise<void> {
  await tx
    .update(schedules)
    .set({ isDelivered: false, deliveredAt: null })
    .where(eq(schedules.id, scheduleId));
}
