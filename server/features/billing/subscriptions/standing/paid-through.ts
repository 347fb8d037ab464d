import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** SQL: what `standingOf` calls current. */
export function isPaidFor(now: Date): SQL {
  const { subscriptionPlan, paidThrough, lapseStoppedAt, lapsePausedSeconds } = users;
  const countedFrom = sql`least(${now.toISOString()}::timestamptz, coalesce(${lapseStoppedAt}, 'infinity'))`;
  return sql`(${subscriptionPlan} = 'free' or ${paidThrough} is null
    or ${paidThrough} + make_interval(secs => ${lapsePausedSeconds}) >= ${countedFrom})`;
}

interface PaidThrough {
  /** Accounts with a paid plan, by the year (in UTC) through which it is paid. */
  years: { year: number; accounts: number }[];
  /** Accounts whose paid plan has no end. */
  withoutEnd: number;
  inArrears: number;
  free: number;
}

interface Group extends Record<string, unknown> {
  kind: 'year' | 'withoutEnd' | 'inArrears' | 'free';
  year: number | null;
  accounts: number;
}

/** Until when accounts are paid, without those that are about to be deleted. Reads them all. */
export async function countPaidThrough(db: Queryable, now: Date): Promise<PaidThrough> {
  const { rows } = await db.execute<Group>(sql`
    select kind, case kind when 'year' then extract(year from paid_through at time zone 'UTC')::int end as year,
      count(*)::int as accounts
    from (
      select ${users.paidThrough} as paid_through, case
        when ${users.subscriptionPlan} = 'free' then 'free'
        when ${users.paidThrough} is null then 'withoutEnd'
        when ${isPaidFor(now)} then 'year'
        else 'inArrears' end as kind
      from ${users} where ${users.deletionRequestedAt} is null
    ) accounts
    group by 1, 2 order by 2`);
  const count = (kind: Group['kind']) => rows.find((row) => row.kind === kind)?.accounts ?? 0;
  return {
    years: rows.flatMap(({ year, accounts }) => (year === null ? [] : [{ year, accounts }])),
    withoutEnd: count('withoutEnd'),
    inArrears: count('inArrears'),
    free: count('free'),
  };
}
