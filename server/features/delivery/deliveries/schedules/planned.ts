import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';

export interface PlannedDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** How many deliveries fall due. */
  planned: number;
  /** How many of them should have started already. */
  overdue: number;
}

/**
 * Deliveries that have not started, by the day in `timezone` on which they fall due. The index of what is due finds them;
 * those after a death have no day yet.
 */
export async function countPlanned(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { from, until, timezone }: { from: Date; until: Date; timezone: string },
): Promise<PlannedDay[]> {
  const { rows } = await db.execute<PlannedDay & Record<string, unknown>>(sql`
    select (due_at at time zone ${timezone})::date::text as day, count(*)::int as planned,
      count(*) filter (where due_at <= ${clock.databaseNow()})::int as overdue
    from schedules s join memory_recipients r on r.schedule_id = s.id
    where started_at is null and due_at is not null
      and due_at >= ${from.toISOString()}::timestamptz and due_at < ${until.toISOString()}::timestamptz
    group by 1`);
  return rows;
}
