import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { isMoreThanLink } from './delivery-conditions.ts';

export interface DayOfDeliveries {
  /** `YYYY-MM-DD` */
  day: string;
  delivered: number;
  /** For us, for somebody, or for the next attempt. */
  waiting: number;
  failed: number;
}

/** The clocks of two machines differ by less than this. */
const clocksDifferHours = 1;

/**
 * What has become of the deliveries that fell due since `from`, by the day in `timezone` on which they did.
 */
export async function countPerDay(
  { db }: Pick<Services, 'db'>,
  { from, timezone }: { from: Date; timezone: string },
): Promise<DayOfDeliveries[]> {
  const { rows } = await db.execute<DayOfDeliveries & Record<string, unknown>>(sql`
    select (due_at at time zone ${timezone})::date::text as day,
      count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status in ('pending', 'sending', 'waiting')
        and ${isMoreThanLink})::int as waiting,
      count(*) filter (where status = 'failed')::int as failed
    from delivery_queue
    where ${fellDueSince(from)}
    group by 1`);
  return rows;
}

/** What is due goes out within seconds; after this it has been missed. */
const missedAfterMinutes = 5;

/** Deliveries that fell due between `from` and now and have not gone out, whatever the reason. Indexes find them. */
export async function countMissed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  from: Date,
): Promise<number> {
  const now = clock.databaseNow();
  const isMissed = sql`due_at >= ${from.toISOString()}::timestamptz and due_at < ${now} - make_interval(mins => ${missedAfterMinutes})`;
  const { rows } = await db.execute<{ missed: number }>(sql`
    select (
      (select count(*) from delivery_queue
       where stopped_at is not null and ${isMoreThanLink} and ${isMissed}) +
      (select count(*) from delivery_queue
       where status in ('pending', 'sending') and ${fellDueSince(from)} and ${isMissed}) +
      (select count(*) from schedules s join memory_recipients r on r.schedule_id = s.id
       where started_at is null and due_at is not null and ${isMissed})
    )::int as missed`);
  return rows[0]?.missed ?? 0;
}

/** In a statement: a delivery is created when it falls due, and an index of the rows' order finds when it was created. */
function fellDueSince(from: Date): SQL {
  const since = sql`${from.toISOString()}::timestamptz`;
  return sql`(created_at >= ${since} - make_interval(hours => ${clocksDifferHours}) and due_at >= ${since})`;
}
