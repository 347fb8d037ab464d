import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import type { ScheduledDelivery } from '../../../people/recipients/recipients.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { deliveryQueue, memoryRecipients, schedules, type WaitingReason } from '../deliveries.table.ts';
import { deliveryId } from '../message/message.ts';
import { reopenWithoutRecipients } from '../plan/cancel-schedules.ts';
import { refreshDueAt } from '../plan/plan.ts';
import { replaceRecipient, unlinkRecipient } from '../plan/schedule-recipients.ts';
import { finishSchedules } from '../send/record-outcomes.ts';
import { recipientsOfSchedules } from '../start/due.ts';
import { enqueueDeliveries } from '../start/enqueue.ts';
import { insertDeliveries, startAgain } from '../start/start.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

/** The schedules that name a recipient and have not reached them yet, in order of delivery date. */
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

/** SQL: whether something that has not begun is due for this row of `recipients` between two instants. */
export function comesBetween(from: SQL, until: SQL): SQL {
  return sql`exists (
    select from ${memoryRecipients} join ${schedules} on ${schedules.id} = ${memoryRecipients.scheduleId}
    where ${memoryRecipients.recipientId} = ${recipients.id} and ${schedules.deliveryType} = 'scheduled'
      and ${schedules.startedAt} is null and ${schedules.dueAt} > ${from} and ${schedules.dueAt} <= ${until})`;
}

/**
 * Removes a recipient from everything scheduled for them, on behalf of `actor`; returns the ids of the
 * schedules left without recipients. A delivery that is being sent loses its recipient when the caller
 * deletes the row, and is settled when its outcome is recorded.
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

interface PassingOn {
  /** Who decided it. */
  actor: string;
  /** The owner of both. */
  userId: string;
  from: string;
  /** Null if nobody should receive it. */
  to: string | null;
}

/**
 * Passes what somebody has not received yet to another recipient of the same owner, now or when it falls due; somebody
 * who receives it anyway gets it only once. What was delivered stays. Returns how many schedules were passed on. 409
 * while something is being sent to `from`. The caller has locked the schedules that name `from`, and then `from`.
 */
export async function passOnDeliveries(
  tx: Tx,
  services: Services,
  { actor, userId, from, to }: PassingOn,
): Promise<number> {
  const scheduleIds = await listUnreceived(tx, from);
  const undelivered = and(eq(deliveryQueue.recipientId, from), ne(deliveryQueue.status, 'delivered'));
  const rows = await lockDeliveries(tx, undelivered);
  if (rows.some(({ status }) => status === 'sending'))
    throw new AppError(
      'conflict',
      'Something is being sent to them at this moment. Please try again in a minute.',
    );
  await applyEvents(tx, services, rows, () => ({ kind: 'recipient-removed' }));
  const now = await readDatabaseTime(tx, services.clock);
  const given = await replaceRecipient(tx, { userId, from, to, scheduleIds, at: now });
  await reopenWithoutRecipients(tx, scheduleIds);
  await refreshDueAt(tx, scheduleIds);
  if (to) await startFor(tx, services, to, given, now);
  await finishSchedules(tx, services, scheduleIds);
  await recordAll(
    tx,
    now,
    scheduleIds.map((subjectId) => ({ action: 'schedule.passed-on', actor, userId, subjectId })),
  );
  await announceAll(tx, [userId], ['schedules', 'stats']);
  return scheduleIds.length;
}

/** Schedules with a memory that name this recipient and have not reached them. */
async function listUnreceived(tx: Tx, recipientId: string): Promise<string[]> {
  const rows = await unreceivedBy(tx, recipientId);
  return rows.map(({ id }) => id);
}

function unreceivedBy(db: Queryable, recipientId: string) {
  const ownDelivery = and(
    eq(deliveryQueue.scheduleId, schedules.id),
    eq(deliveryQueue.recipientId, recipientId),
  );
  return db
    .select({ id: schedules.id })
    .from(memoryRecipients)
    .innerJoin(schedules, eq(schedules.id, memoryRecipients.scheduleId))
    .leftJoin(deliveryQueue, ownDelivery)
    .where(
      and(
        eq(memoryRecipients.recipientId, recipientId),
        isNotNull(schedules.memoryId),
        or(isNull(deliveryQueue.status), ne(deliveryQueue.status, 'delivered')),
      ),
    )
    .orderBy(asc(schedules.id))
    .$dynamic();
}

/** For schedules that have already begun, they get a delivery of their own, due at once. */
async function startFor(
  tx: Tx,
  services: Services,
  recipientId: string,
  scheduleIds: readonly string[],
  now: Date,
): Promise<void> {
  const begun = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(inArray(schedules.id, [...scheduleIds]), isNotNull(schedules.startedAt)));
  const named = await recipientsOfSchedules(
    tx,
    begun.map(({ id }) => id),
  );
  const theirs = named
    .filter((each) => each.recipientId === recipientId)
    .map((row) => ({ ...row, id: deliveryId(row), dueAt: now.toISOString() }));
  const created = await insertDeliveries(tx, services, theirs);
  // They were on this schedule before, until a release was revoked.
  if (created < theirs.length) await startAgain(tx, services, theirs);
  await enqueueDeliveries(
    tx,
    services,
    theirs.filter(({ deliveryMethod }) => deliveryMethod === 'digital'),
  );
}

/** Whether anything from this owner is still to come to this recipient: now, on its day or after a death. */
export async function isMoreToCome(db: Queryable, recipientId: string): Promise<boolean> {
  const [row] = await unreceivedBy(db, recipientId).limit(1);
  return row !== undefined;
}

const held: WaitingReason = 'held_by_trusted_contact';

/** For each of these people, how many deliveries wait because the person is on hold. */
export async function countHeldFor(
  db: Queryable,
  recipientIds: readonly string[],
): Promise<Map<string, number>> {
  const { recipientId } = deliveryQueue;
  const rows = await db
    .select({ recipientId, waiting: count() })
    .from(deliveryQueue)
    .where(and(inArray(recipientId, [...recipientIds]), eq(deliveryQueue.waitingReason, held)))
    .groupBy(recipientId);
  return new Map(rows.flatMap(({ recipientId: id, waiting }) => (id ? [[id, waiting] as const] : [])));
}
