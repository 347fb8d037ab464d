import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database.ts';
import { announceAll } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { deliveryTokenHash, enqueueDeliveries, rescueTime } from './deliveries.ts';

/** Schedules in one transaction: a crash repeats at most this much work. */
const schedulesPerTransaction = 1_000;

interface DueRow extends Record<string, unknown> {
  scheduleId: string;
  userId: string;
  dueAt: string;
  deliveryMethod: string;
  recipientId: string | null;
  firstName: string | null;
}

/**
 * Turns schedules that have fallen due into deliveries and enqueues those, oldest first. One transaction for the rows
 * and their jobs; a schedule under somebody's lock is left for the next beat. Answers how many schedules it started.
 */
export async function startDueSchedules(db: Database, services: Services): Promise<number> {
  let started = 0;
  for (;;) {
    const batch = await inTransaction(db, (tx) => startBatch(tx, services));
    started += batch;
    if (batch < schedulesPerTransaction) return started;
  }
}

async function startBatch(tx: Tx, services: Services): Promise<number> {
  const now = services.clock.now();
  const scheduleIds = await claimDueSchedules(tx, now);
  if (scheduleIds.length === 0) return 0;
  const rows = await peopleOf(tx, scheduleIds);
  const deliveries = rows.filter(isForSomebody).map((row) => ({ ...row, id: newId() }));
  await insertDeliveries(tx, services, deliveries, now);
  const ready = deliveries.filter((delivery) => delivery.deliveryMethod === 'digital');
  await enqueueDeliveries(tx, services, ready);
  await announceAll(tx, new Set(rows.map((row) => row.userId)), ['schedules']);
  return scheduleIds.length;
}

/**
 * Takes the oldest of what is due and writes that down. The claim includes the due condition, so that no schedule starts
 * early however this is called.
 */
async function claimDueSchedules(tx: Tx, now: Date): Promise<string[]> {
  const at = now.toISOString();
  const claimed = await tx.execute<{ id: string }>(sql`
    with started as (
      update schedules set started_at = ${at}
      where id = any(array(
        select id from schedules
        where due_at <= ${at} and started_at is null and due_at is not null
        order by due_at limit ${schedulesPerTransaction}
        for update skip locked
      ))
      returning id, user_id
    ), noted as (
      insert into audit_log (at, actor, action, user_id, subject_id)
      select ${at}::timestamptz, 'system', 'schedule.started', user_id, id from started
    )
    select id from started`);
  return claimed.rows.map(({ id }) => id);
}

/**
 * Everybody it is for, in a statement of its own: the one that claims sees people as they were when it began, and an owner
 * may have named others between that and the lock.
 */
async function peopleOf(tx: Tx, scheduleIds: string[]): Promise<DueRow[]> {
  const people = await tx.execute<DueRow>(sql`
    select s.id as "scheduleId", s.user_id as "userId", s.due_at as "dueAt", s.delivery_method as "deliveryMethod",
      r.id as "recipientId", r.first_name as "firstName"
    from schedules s
    left join memory_recipients mr on mr.schedule_id = s.id
    left join recipients r on r.id = mr.recipient_id
    where s.id = any(${sql.param(scheduleIds)}::uuid[])
    order by s.due_at, s.id`);
  return people.rows;
}

type NewDelivery = DueRow & { recipientId: string; firstName: string };

/** A schedule from which everybody was removed starts too, and has nothing to deliver. */
function isForSomebody(row: DueRow): row is NewDelivery {
  return row.recipientId !== null;
}

const physicalFulfilment: WaitingReason = 'physical_fulfilment';

/** One statement, however many rows. */
async function insertDeliveries(
  tx: Tx,
  services: Services,
  rows: (NewDelivery & { id: string })[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const withTokens = rows.map((row) => ({ ...row, tokenHash: deliveryTokenHash(services, row.id) }));
  await tx.execute(sql`
    insert into delivery_queue
      (id, schedule_id, user_id, recipient_id, recipient_first_name, due_at, token_hash, status, waiting_reason, attempt_after, sweep_at, created_at)
    select id, "scheduleId", "userId", "recipientId", "firstName", "dueAt", "tokenHash",
      case "deliveryMethod" when 'physical' then 'waiting' else 'pending' end,
      case "deliveryMethod" when 'physical' then ${physicalFulfilment} end,
      ${at}::timestamptz,
      case "deliveryMethod" when 'physical' then null else ${rescueTime(now).toISOString()}::timestamptz end,
      ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(withTokens)}::json) as row (
      id uuid, "scheduleId" uuid, "userId" uuid, "recipientId" uuid, "firstName" text,
      "dueAt" timestamptz, "tokenHash" text, "deliveryMethod" text
    )
    on conflict (schedule_id, recipient_id) do nothing`);
}
