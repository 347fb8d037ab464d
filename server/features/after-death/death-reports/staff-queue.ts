import { count, inArray, min, sql } from 'drizzle-orm';
import type { CountQueue } from '../../system/queues/queues.ts';
import { deathReports } from './death-reports.table.ts';

/** What staff have to decide about; the index of the states finds it. */
export const isForStaff = inArray(deathReports.state, ['in_review', 'stopped']);

/** Reports that wait for staff; late once the day has passed that the reporter was told. */
export const countDeathReports: CountQueue = async ({ db, clock }) => {
  const stopped = sql`${deathReports.state} = 'stopped'`;
  const [counted] = await db
    .select({
      count: count(),
      oldest: min(deathReports.submittedAt),
      late: sql<number>`count(*) filter (where not ${stopped} and ${deathReports.reviewDueAt} < ${clock.databaseNow()})`.mapWith(
        Number,
      ),
      stopped: sql<number>`count(*) filter (where ${stopped})`.mapWith(Number),
    })
    .from(deathReports)
    .where(isForStaff);
  const { stopped: signs = 0, ...queue } = counted ?? { count: 0, oldest: null, late: 0 };
  return { ...queue, detail: signs > 0 ? `${signs} stopped by a sign of life or an objection` : null };
};
