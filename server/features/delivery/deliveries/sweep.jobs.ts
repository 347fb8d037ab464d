import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { enqueueDeliveries, requeueTime } from './enqueue.ts';
import { startDueSchedules } from './start.ts';

const deliveriesPerSweep = 5_000;

/** Enqueues what is to be tried again or was left behind, then starts what has fallen due since. */
export async function sweepDueDeliveries(services: Services): Promise<void> {
  await requeueDeliveries(services);
  await startDueSchedules(services);
}

interface Requeued extends Record<string, unknown> {
  id: string;
  dueAt: string;
}

/**
 * Retries whose time has come, leases that ended with their worker, jobs that were lost; in order of their due time.
 * What a worker still holds is looked at again when its lease ends: claims leave `sweep_at` alone, since a column with
 * an index makes every one of them dearer. Answers how many were enqueued.
 */
export function requeueDeliveries(services: Services): Promise<number> {
  const now = services.clock.now();
  const at = now.toISOString();
  return inTransaction(services.db, async (tx) => {
    const requeued = await tx.execute<Requeued>(sql`
      with found as (
        select id, attempt_after from delivery_queue where sweep_at <= ${at}
        order by due_at limit ${deliveriesPerSweep} for update skip locked
      ), swept as (
        update delivery_queue d
        set sweep_at = case when found.attempt_after > ${at} then found.attempt_after else ${requeueTime(now).toISOString()}::timestamptz end
        from found where d.id = found.id
        returning d.id, d.due_at as "dueAt", found.attempt_after <= ${at} as ready
      )
      select id, "dueAt" from swept where ready order by "dueAt", id`);
    await enqueueDeliveries(tx, services, requeued.rows);
    return requeued.rows.length;
  });
}

/** After the queue was lost as a whole: every delivery not yet made is looked at by the next sweep. */
export async function rescueDeliveries({ db, log }: Services): Promise<void> {
  const rescued = await db.execute(sql`
    update delivery_queue set sweep_at = attempt_after where status in ('pending', 'sending')`);
  if (rescued.rowCount)
    log.warn(
      { deliveries: rescued.rowCount },
      'the job queue was empty: unfinished deliveries are enqueued again',
    );
}
