import { inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isDatabaseUnavailable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { WaitingReason } from '../deliveries.table.ts';
import { findWaitingForGuardian } from '../guardians/guardian-hold.ts';
import { deliveryId, deliveryTokenHash } from '../message/message.ts';
import { isInArrears } from '../send/paid-for.ts';
import { finishSchedules } from '../send/record-outcomes.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import {
  claimAlongside,
  claimDueSchedules,
  type DueRecipient,
  type DueSchedules,
  findDueSchedules,
  recipientsOfSchedules,
} from './due.ts';
import { enqueueDeliveries } from './enqueue.ts';

/** A crash repeats at most this much work. */
const schedulesPerTransaction = 1_000;
const sweep = 'due-schedules';

/**
 * Turns due schedules into deliveries and enqueues them, oldest first. Rows and jobs are written in one
 * transaction; locked schedules are left for the next sweep. Returns the number of schedules started.
 */
export async function startDueSchedules(services: Services): Promise<number> {
  let started = 0;
  for (;;) {
    const batch = await startBatch(services);
    started += batch;
    if (batch < schedulesPerTransaction) return started;
  }
}

/** Starts all of them in one statement, since many fall due at one instant; if that fails, each on its own. */
async function startBatch(services: Services): Promise<number> {
  const { db, sweeps, log } = services;
  const except = sweeps.putOff(sweep);
  const start = (which: DueSchedules) =>
    inTransaction(db, async (tx) => {
      const scheduleIds = await claimDueSchedules(tx, services, which);
      const alongside = 'only' in which ? [] : await claimAlongside(tx, services, scheduleIds);
      await createDeliveries(tx, services, [...scheduleIds, ...alongside]);
      return scheduleIds.length;
    });
  try {
    return await start({ most: schedulesPerTransaction, except });
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.warn({ err }, 'due schedules could not be started together; each is started by itself');
  }
  let started = 0;
  const due = await findDueSchedules(services, { most: schedulesPerTransaction, except });
  await sweeps.each(sweep, due, async ({ id }) => {
    started += await start({ only: id });
  });
  return started;
}

/** Creates and enqueues the deliveries of schedules that were just marked as started. */
export async function createDeliveries(tx: Tx, services: Services, scheduleIds: string[]): Promise<void> {
  if (scheduleIds.length === 0) return;
  const recipients = await recipientsOfSchedules(tx, scheduleIds);
  const deliveries = recipients.map((row) => ({ ...row, id: deliveryId(row) }));
  const created = await insertDeliveries(tx, services, deliveries);
  // Some already existed: recorded from the send log before their schedule was due, or left over from a revoked release.
  if (created < deliveries.length) {
    await startAgain(tx, services, deliveries);
    await finishSchedules(tx, services, scheduleIds);
  }
  const ready = deliveries.filter(({ deliveryMethod }) => deliveryMethod === 'digital');
  await enqueueDeliveries(tx, services, ready);
  await announceAll(tx, new Set(recipients.map(({ userId }) => userId)), ['schedules']);
}

/** Reopens, for these schedules, the links that were closed when a release was revoked. */
export async function startAgain(
  tx: Tx,
  services: Services,
  due: readonly { id: string; dueAt: string }[],
): Promise<void> {
  const dueAtOf = new Map(due.map(({ id, dueAt }) => [id, new Date(dueAt)]));
  const ids = sql.param([...dueAtOf.keys()]);
  const rows = await lockDeliveries(tx, sql`id = any(${ids}::uuid[]) and release_revoked_at is not null`);
  await applyEvents(tx, services, rows, ({ id, dueAt }) => ({
    kind: 'started-again',
    dueAt: dueAtOf.get(id) ?? dueAt,
  }));
}

const physicalFulfilment: WaitingReason = 'physical_fulfilment';
const held: WaitingReason = 'held_by_trusted_contact';
const heldByGuardian: WaitingReason = 'held_by_guardian';
const declined: WaitingReason = 'declined';
const unpaid: WaitingReason = 'account_in_arrears';

/**
 * A single statement for any number of rows. Returns how many did not exist yet. They may be claimed from
 * their due time, not from now: the clock of the worker that claims them may be behind.
 */
export async function insertDeliveries(
  tx: Tx,
  services: Services,
  rows: (DueRecipient & { id: string })[],
): Promise<number> {
  const now = await readDatabaseTime(tx, services.clock);
  const at = now.toISOString();
  const unpaidIds = await findUnpaidByPost(tx, services, rows);
  const byPost = rows.filter(({ deliveryMethod }) => deliveryMethod === 'physical');
  const guardedIds = new Set((await findWaitingForGuardian(tx, services, byPost)).map(({ id }) => id));
  const reasonOf = ({ id, isHeld, isDeclined }: (typeof rows)[number]) => {
    if (isHeld) return held;
    if (isDeclined) return declined;
    if (guardedIds.has(id)) return heldByGuardian;
    return unpaidIds.has(id) ? unpaid : physicalFulfilment;
  };
  const withTokens = rows.map((row) => ({
    ...row,
    tokenHash: deliveryTokenHash(services, row.id),
    reason: reasonOf(row),
  }));
  const inserted = await tx.execute(sql`
    insert into delivery_queue
      (id, schedule_id, user_id, recipient_id, recipient_first_name, left_for, due_at, token_hash, status, waiting_reason, attempt_after, stopped_at, created_at)
    select id, "scheduleId", "userId", "recipientId", "firstName", "leftFor", "dueAt", "tokenHash",
      case "deliveryMethod" when 'physical' then 'waiting' else 'pending' end,
      case "deliveryMethod" when 'physical' then reason end,
      "dueAt",
      case "deliveryMethod" when 'physical' then ${at}::timestamptz end,
      ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(withTokens)}::json) as row (
      id uuid, "scheduleId" uuid, "userId" uuid, "recipientId" uuid, "firstName" text, "leftFor" text,
      "dueAt" timestamptz, "tokenHash" text, "deliveryMethod" text, reason text
    )
    where not exists (
      select from delivery_queue d where d.schedule_id = "scheduleId" and d.recipient_id = "recipientId")`);
  return inserted.rowCount ?? 0;
}

/** Which of those that go by post have to wait for a payment: no attempt will check that. */
async function findUnpaidByPost(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  rows: readonly (DueRecipient & { id: string })[],
): Promise<Set<string>> {
  const byPost = rows.filter(({ deliveryMethod }) => deliveryMethod === 'physical');
  if (byPost.length === 0) return new Set();
  const owners = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...new Set(byPost.map(({ userId }) => userId))]));
  const accounts = new Map(owners.map((owner) => [owner.id, owner]));
  const isUnpaid = ({ userId, dueAt }: DueRecipient) =>
    isInArrears(requireFound(accounts.get(userId)), new Date(dueAt), clock.now());
  return new Set(byPost.filter(isUnpaid).map(({ id }) => id));
}
