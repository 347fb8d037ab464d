import { sql } from 'drizzle-orm';
import { confirmDelivery } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { deliverLater, tellOwnersLater } from './deliveries.ts';
import { startDueSchedules } from './start.ts';

const deliveriesPerBeat = 5_000;
const ownersPerBeat = 1_000;

/** One beat: takes up what is to be tried again or was left behind, then starts what has fallen due since. */
export async function sweepDueDeliveries(services: Services): Promise<void> {
  await takeUpDeliveries(services);
  await startDueSchedules(services.db, services);
}

/**
 * Retries whose time has come, leases that ended with their worker, jobs that were lost; in order of their due time.
 * What a worker still holds is looked at again when its lease ends: claims leave `sweep_at` alone, since a column with
 * an index makes every one of them dearer.
 */
export function takeUpDeliveries(services: Services): Promise<number> {
  const now = services.clock.now().toISOString();
  return inTransaction(services.db, async (tx) => {
    const found = await tx.execute<{ id: string }>(sql`
      with found as (
        select id, attempt_after from delivery_queue where sweep_at <= ${now}
        order by due_at limit ${deliveriesPerBeat} for update skip locked
      ), held as (
        update delivery_queue d set sweep_at = found.attempt_after from found
        where d.id = found.id and found.attempt_after > ${now}
      )
      select id from found where attempt_after <= ${now}`);
    const ids = found.rows.map((row) => row.id);
    await deliverLater(tx, services, ids);
    return ids.length;
  });
}

/** After the queue was lost as a whole: every delivery not yet made is looked at in the next beat. */
export async function rescueDeliveries({ db, log }: Services): Promise<void> {
  const rescued = await db.execute(sql`
    update delivery_queue set sweep_at = attempt_after where status in ('pending', 'sending')`);
  if (rescued.rowCount)
    log.warn(
      { deliveries: rescued.rowCount },
      'the job queue was empty: waiting deliveries are taken up again',
    );
}

/** Owners whose confirmation was lost with the queue. Nothing to do while jobs still wait, as with the mail server away. */
export async function tellForgottenOwners(services: Services): Promise<void> {
  const { db, clock, jobs } = services;
  if ((await jobs.backlog(confirmDelivery)) > 0) return;
  await inTransaction(db, async (tx) => {
    const overdue = new Date(clock.now().getTime() - 60 * 60 * 1000).toISOString();
    const found = await tx.execute<{ id: string }>(sql`
      select id from schedules where is_delivered and owner_told_at is null and delivered_at < ${overdue}
      order by delivered_at limit ${ownersPerBeat}`);
    await tellOwnersLater(
      tx,
      services,
      found.rows.map(({ id }) => id),
    );
  });
}
