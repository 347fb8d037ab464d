import { type SQL, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { agreedNow, readDatabaseTime } from '../../../../platform/database-time.ts';
import { idsOf, inTurn } from '../../../../platform/sweeps.ts';
import { isHeld } from '../holds/holds.ts';
import { enqueueDeliveries, requeueMinutes, requeueTime } from './enqueue.ts';
import { startDueSchedules } from './start.ts';

const deliveriesPerSweep = 5_000;
const requeueing = 'requeue-deliveries';

/** Enqueues retries and deliveries that were left behind, then starts schedules that have fallen due. */
export function sweepDueDeliveries(services: Services): Promise<void> {
  return inTurn(
    () => requeueDeliveries(services),
    () => startDueSchedules(services),
  );
}

interface Requeued extends Record<string, unknown> {
  id: string;
  dueAt: string;
  recipientId: string | null;
}

/**
 * Enqueues retries whose time has come, deliveries whose lease expired with their worker, and those whose job was lost,
 * in order of their due time. A delivery that is still leased is looked at again when its lease ends: claims do not
 * change `sweep_at`, since updating an indexed column would make them slower. Returns how many were enqueued.
 */
export async function requeueDeliveries(services: Services): Promise<number> {
  const { db, clock, sweeps } = services;
  const putOff = sql.param(sweeps.putOff(requeueing));
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from delivery_queue
    where sweep_at <= ${agreedNow(clock)} and not ${isHeld} and id <> all(${putOff}::uuid[])
    order by due_at, id limit ${deliveriesPerSweep}`);
  let requeued = 0;
  await sweeps.together(requeueing, rows, async (some) => {
    requeued += await requeue(services, idsOf(some));
  });
  return requeued;
}

function requeue(services: Services, ids: string[]): Promise<number> {
  const now = services.clock.now();
  return inTransaction(services.db, async (tx) => {
    const agreed = agreedNow(services.clock);
    const requeued = await tx.execute<Requeued>(sql`
      with found as (
        select id, attempt_after from delivery_queue
        where id = any(${sql.param(ids)}::uuid[]) and sweep_at <= ${agreed} and not ${isHeld}
        for update skip locked
      ), swept as (
        update delivery_queue d
        set sweep_at = case when found.attempt_after > ${agreed} then found.attempt_after else ${requeueTime(now).toISOString()}::timestamptz end
        from found where d.id = found.id
        returning d.id, d.due_at as "dueAt", d.recipient_id as "recipientId", found.attempt_after <= ${agreed} as ready
      )
      select id, "dueAt", "recipientId" from swept where ready order by "dueAt", id`);
    await enqueueDeliveries(tx, services, requeued.rows);
    return requeued.rows.length;
  });
}

/** A transaction that creates deliveries may commit this much later. */
const lateCommitMinutes = 60;

/**
 * Gives a `sweep_at` to deliveries whose first job was lost: all of them when a worker starts, and afterwards
 * those created since the last look. The rest are found by their `sweep_at`.
 */
export function requeueLostDeliveries(services: Services): () => Promise<void> {
  const { db, clock, log } = services;
  let from = new Date(0);
  return async () => {
    const until = minutesAfter(await readDatabaseTime(db, clock), -requeueMinutes);
    const isLost = sql`sweep_at is null and status in ('pending', 'sending')
      and created_at between ${from.toISOString()} and ${until.toISOString()}`;
    const { found, left } = await sweepSoon(services, 'lost-deliveries', isLost);
    if (found > left)
      log.warn({ deliveries: found - left }, 'deliveries whose job was lost are enqueued again');
    // If one failed, the next look begins where this one did.
    if (left === 0) from = minutesAfter(until, -lateCommitMinutes);
  };
}

/** After the whole queue was lost, makes the next sweep look at every unfinished delivery. */
export async function requeueAllDeliveries(services: Services): Promise<void> {
  const { found, left } = await sweepSoon(services, 'all-deliveries', sql`status in ('pending', 'sending')`);
  if (found > left)
    services.log.warn(
      { deliveries: found - left },
      'the job queue was empty: unfinished deliveries are enqueued again',
    );
}

/** Makes the next sweep look at these. */
async function sweepSoon(
  { db, sweeps }: Services,
  name: string,
  which: SQL,
): Promise<{ found: number; left: number }> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from delivery_queue where ${which}`);
  const left = await sweeps.together(name, rows, (some) =>
    db.execute(sql`
      update delivery_queue set sweep_at = attempt_after where id = any(${sql.param(idsOf(some))}::uuid[]) and ${which}`),
  );
  return { found: rows.length, left };
}
