import { and, count, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { deathReports } from './death-reports.table.ts';

/** The same as `isAliveAfterRelease`, in SQL. */
export const isAliveNow = and(
  eq(deathReports.state, 'released'),
  gte(deathReports.stoppedAt, deathReports.releasedAt),
  or(isNull(deathReports.signSetAsideAt), lt(deathReports.signSetAsideAt, deathReports.stoppedAt)),
);

/** What staff have to decide about. The indexes on the state and on signs of life cover it. */
export const isForStaff = or(inArray(deathReports.state, ['in_review', 'stopped']), isAliveNow);

const filtered = (condition: ReturnType<typeof and>) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/**
 * Reports that wait for staff, including those about people who are alive after their release; late once the
 * day the reporter was promised has passed.
 */
export const countDeathReports: CountQueue = async ({ db, clock }) => {
  const waitsSince = sql`case when ${deathReports.state} = 'released' then ${deathReports.stoppedAt} else ${deathReports.submittedAt} end`;
  const [counted] = await db
    .select({
      count: count(),
      oldest: sql<Date | null>`min(${waitsSince})`.mapWith(deathReports.submittedAt),
      late: filtered(
        sql`${deathReports.state} = 'in_review' and ${deathReports.reviewDueAt} < ${clock.databaseNow()}`,
      ),
      stopped: filtered(eq(deathReports.state, 'stopped')),
      alive: filtered(eq(deathReports.state, 'released')),
    })
    .from(deathReports)
    .where(isForStaff);
  const { stopped = 0, alive = 0, ...queue } = counted ?? { count: 0, oldest: null, late: 0 };
  const details = [
    ...(alive > 0 ? [`${alive} alive after the release`] : []),
    ...(stopped > 0 ? [`${stopped} stopped by a sign of life or an objection`] : []),
  ];
  return { ...queue, detail: details.join(', ') || null };
};
