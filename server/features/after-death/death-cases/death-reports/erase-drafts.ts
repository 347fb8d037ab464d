import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { deathReports } from './death-reports.table.ts';

/** For so long somebody can come back to a report that they did not send. Mails say so too. */
export const draftDays = 30;
const perSweep = 1_000;

/** Erases what was begun and never sent; the sweep for orphans erases the files. */
export async function eraseOldDrafts({
  db,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'sweeps'>): Promise<void> {
  const { id, state, createdAt } = deathReports;
  const before = sql`${agreedNow(clock)} - make_interval(hours => ${draftDays * 24})`;
  const isOld = and(eq(state, 'draft'), lt(createdAt, before));
  const old = await db
    .select({ id })
    .from(deathReports)
    .where(and(isOld, notInArray(id, sweeps.putOff('report-drafts'))))
    .limit(perSweep);
  await sweeps.together('report-drafts', old, (some) =>
    db.delete(deathReports).where(and(isOld, inArray(id, idsOf(some)))),
  );
}
