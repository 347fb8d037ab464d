import { sql } from 'drizzle-orm';
import { confirmDelivery } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { markDelivered } from '../schedules/schedules.ts';
import { inBatches } from './enqueue.ts';

const confirmationsPerJob = 100;

/**
 * Marks the schedules of which all deliveries are made, and has their owners told, if they want to be. Called with the
 * schedules of which a delivery was made or taken back, under their locks.
 */
export async function finishSchedules(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  scheduleIds: Iterable<string>,
): Promise<void> {
  const ids = [...scheduleIds];
  if (ids.length === 0) return;
  // A subquery for each, since of a burst the planner knows nothing yet: a join made it read whole tables.
  const finished = await tx.execute<{ id: string }>(sql`
    select s.id from unnest(${sql.param(ids)}::uuid[]) as s (id)
    where (select bool_and(d.status = 'delivered') from delivery_queue d where d.schedule_id = s.id)`);
  const untold = await markDelivered(
    tx,
    services,
    finished.rows.map(({ id }) => id),
  );
  await tellOwnersLater(tx, services, untold);
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
