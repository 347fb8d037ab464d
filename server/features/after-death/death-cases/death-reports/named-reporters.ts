import { and, eq, exists, inArray, not, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { releaseWishes } from '../../release-wishes/release-wishes.table.ts';
import { wantsNamedReporters } from '../../release-wishes/release-wishes.ts';
import { deathReports } from './death-reports.table.ts';

/** Which of these reports came from somebody else, though their owner wants reports from trusted contacts. */
export async function findUnnamedReporters(
  db: Queryable,
  services: Pick<Services, 'clock'>,
  reportIds: readonly string[],
): Promise<string[]> {
  const trusted = db
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, deathReports.userId),
        eq(recipients.trustedContact, true),
        eq(sql`lower(${recipients.email})`, sql`lower(${deathReports.reporterEmail})`),
      ),
    );
  const rows = await db
    .select({ id: deathReports.id })
    .from(deathReports)
    .innerJoin(releaseWishes, eq(releaseWishes.userId, deathReports.userId))
    .where(
      and(inArray(deathReports.id, [...reportIds]), wantsNamedReporters(services), not(exists(trusted))),
    );
  return rows.map(({ id }) => id);
}
