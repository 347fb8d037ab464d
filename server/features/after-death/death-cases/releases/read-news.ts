import { and, eq, inArray, isNotNull, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { reporterAddresses } from '../contacts/reporting-contacts.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';

/**
 * When the owner whom a report is about died, if that is known to the day, and which recipients know of it without a letter: trusted
 * contacts, to whom we write at the release, and whoever reported it, in this report or in another that still stands.
 */
export async function readNews(
  db: Queryable,
  { userId, reportId }: { userId: string; reportId: string },
): Promise<{ diedOn: string | null; knowing: string[] }> {
  const [report] = await db.select().from(deathReports).where(eq(deathReports.id, reportId));
  const isReached = or(isNotNull(recipients.email), isNotNull(recipients.phone));
  const hasReported = inArray(sql`lower(${recipients.email})`, await listReporters(db, userId));
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

/** The addresses of whoever reported this death. After a report that came to nothing it is news to its reporter too. */
async function listReporters(db: Queryable, userId: string): Promise<string[]> {
  const reports = await db
    .select()
    .from(deathReports)
    .where(
      and(
        eq(deathReports.userId, userId),
        notInArray(deathReports.state, ['draft', 'rejected', 'closed', 'revoked']),
      ),
    );
  const addresses: string[] = [];
  for (const report of reports) addresses.push(...(await reporterAddresses(db, report)));
  return addresses.map((address) => address.toLowerCase());
}
