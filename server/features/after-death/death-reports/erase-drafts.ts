import { and, eq, lt, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { agreedNow } from '../../../platform/database-time.ts';
import { deathReports } from './death-reports.table.ts';

/** For so long somebody can come back to a report that they did not send. Mails say so too. */
export const draftDays = 30;

/** Erases what was begun and never sent; the sweep for orphans erases the files. */
export async function eraseOldDrafts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = sql`${agreedNow(clock)} - make_interval(hours => ${draftDays * 24})`;
  await db
    .delete(deathReports)
    .where(and(eq(deathReports.state, 'draft'), lt(deathReports.createdAt, before)));
}
