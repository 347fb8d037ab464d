import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';

/**
 * When the owner whom a report is about died, if that is known to the day, and which recipients know of it without a letter: trusted
 * contacts, to whom we write at the release, and whoever reported it.
 */
export async function readNews(
  db: Queryable,
  { userId, reportId }: { userId: string; reportId: string },
): Promise<{ diedOn: string | null; knowing: string[] }> {
  const [report] = await db.select().from(deathReports).where(eq(deathReports.id, reportId));
  const isReached = or(isNotNull(recipients.email), isNotNull(recipients.phone));
  const hasReported = report && eq(sql`lower(${recipients.email})`, report.reporterEmail.toLowerCase());
  const rows = await db
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, userId),
        or(and(eq(recipients.trustedContact, true), isReached), hasReported),
      ),
    );
  return {
    diedOn: report && !report.isDateApproximate ? report.dateOfDeath : null,
    knowing: rows.map(({ id }) => id),
  };
}
