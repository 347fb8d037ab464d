import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { isUnderWay } from './enqueue.ts';

export interface GoingOut {
  /** Deliveries that are due: normally next to none, and all that waits while deliveries are held. */
  now: number;
  /** Those that fall due, or are tried again, in the 24 hours after. */
  inADay: number;
}

/** How many deliveries a hold keeps back, or a release sets free. Uses indexes. */
export async function countGoingOut({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<GoingOut> {
  const now = clock.databaseNow();
  const { rows } = await db.execute<GoingOut & Record<string, unknown>>(sql`
    select count(*) filter (where goes_at <= ${now})::int as now,
      count(*) filter (where goes_at > ${now})::int as "inADay"
    from (
      select due_at as goes_at from schedules s join memory_recipients r on r.schedule_id = s.id
      where started_at is null and due_at is not null
      union all
      select attempt_after from delivery_queue where ${isUnderWay(now)}
    ) going
    where goes_at <= ${now} + interval '24 hours'`);
  return rows[0] ?? { now: 0, inADay: 0 };
}
