import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { markDelivered } from '../schedules/schedules.ts';
import { confirmSchedulesLater } from './deliveries.mails.ts';

/**
 * Marks the schedules of which all deliveries are made, and sends their owners a confirmation, if they want one. Called with the
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
  const toConfirm = await markDelivered(
    tx,
    services,
    finished.rows.map(({ id }) => id),
  );
  await confirmSchedulesLater(tx, services, toConfirm);
}
