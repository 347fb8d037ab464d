import { type SQL, sql } from 'drizzle-orm';
import { planKeys, plans } from '../../../../../shared/plans.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isPaidFor } from '../../../billing/subscriptions/standing/standing.ts';

export interface OwedInYear extends Record<string, unknown> {
  /** In UTC; null for those that wait for a death. */
  year: number | null;
  deliveries: number;
  /** How many of them fall within the years that the owner's plan guarantees after a death, counted from today for living owners. */
  guaranteed: number;
}

/**
 * Everything that has not reached its recipient, by the year in which it falls due. Reads all of it (0.4
 * seconds for 100,000 schedules), so do not use it on a page that reloads automatically.
 */
export async function countOwed(db: Queryable, now: Date): Promise<OwedInYear[]> {
  const { rows } = await db.execute<OwedInYear>(sql`
    select extract(year from owed.due_at at time zone 'UTC')::int as year, count(*)::int as deliveries,
      count(*) filter (where owed.due_at is null or owed.due_at <= owners.until)::int as guaranteed
    from (
      select s.user_id, coalesce(d.due_at, s.due_at) as due_at
      from schedules s
      join memory_recipients r on r.schedule_id = s.id
      left join delivery_queue d on d.schedule_id = s.id and d.recipient_id = r.recipient_id
      where not s.is_delivered and (d.id is null or d.release_revoked_at is not null
        or d.status in ('pending', 'sending', 'waiting', 'failed'))
    ) owed
    join (
      select ${users.id} as id,
        coalesce(${users.memorialisedAt}, ${now.toISOString()}::timestamptz) + make_interval(years => ${guaranteeYears(now)}) as until
      from ${users} where ${users.deletionRequestedAt} is null
    ) owners on owners.id = owed.user_id
    group by 1 order by 1 nulls last`);
  return rows;
}

/** The years that the plan in force guarantees. */
function guaranteeYears(now: Date): SQL {
  const years = (key: keyof typeof plans) => sql`${plans[key].guaranteeYears}::int`;
  const each = planKeys.map((key) => sql`when ${key} then ${years(key)}`);
  return sql`(case when ${isPaidFor(now)}
    then case ${users.subscriptionPlan} ${sql.join(each, sql` `)} else ${years('free')} end
    else ${years('free')} end)`;
}
