import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { confirmSchedulesLater } from './confirmations.mails.ts';
import { markDelivered } from './schedules/schedules.ts';

/**
 * Marks those of these schedules whose deliveries are all made as delivered, whatever became of closed links to people who are
 * no longer on them, and enqueues confirmations to owners who want
 * them. Called after a delivery was made or deleted; the caller has locked the schedules.
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
