import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { type DeathReportRow, deathCertificates, deathReports } from './death-reports.table.ts';

/**
 * Why this member of staff may not verify this death, in a sentence; null where they may. Nobody does who reported it, whom it
 * concerns, or who lives with either of them, as far as our records say.
 */
export async function approvalObstacle(
  db: Queryable,
  member: UserRow,
  report: DeathReportRow,
): Promise<string | null> {
  if (!report.userId) return 'It is not known whose account this is about.';
  if (member.id === report.userId) return 'This report is about you. Ask a colleague.';
  const isReporter = member.id === report.reporterUserId || isSame(member.email, report.reporterEmail);
  if (isReporter) return 'You made this report yourself. Ask a colleague.';
  const household = placeOf(member.address);
  if (household && (await placesOf(db, report)).includes(household))
    return 'You live at the address of somebody whom this concerns. Ask a colleague.';
  return null;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The postal addresses of the reporter and of the person, wherever we have them. */
async function placesOf(db: Queryable, report: DeathReportRow): Promise<string[]> {
  const email = report.reporterEmail.toLowerCase();
  const accounts = await db
    .select({ address: users.address })
    .from(users)
    .where(
      or(
        eq(sql`lower(${users.email})`, email),
        report.reporterUserId ? eq(users.id, report.reporterUserId) : undefined,
        report.userId ? eq(users.id, report.userId) : undefined,
      ),
    );
  const known = await db
    .select({ address: recipients.mailingAddress })
    .from(recipients)
    .where(
      and(
        eq(sql`lower(${recipients.email})`, email),
        report.userId ? eq(recipients.userId, report.userId) : sql`false`,
      ),
    );
  return [...accounts, ...known].flatMap(({ address }) => placeOf(address) ?? []);
}

/** An address without what people write differently. */
function placeOf(address: string | null): string | undefined {
  return (
    address
      ?.normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '') || undefined
  );
}

interface SameProof {
  proofId: string;
  reportId: string;
  personName: string;
}

const elsewhere = alias(deathCertificates, 'elsewhere');

/** Where the very files of these reports came with a report about another account, or about nobody known. */
export function sameProofsElsewhere(db: Queryable, reportIds: readonly string[]): Promise<SameProof[]> {
  return db
    .select({
      proofId: deathCertificates.id,
      reportId: deathReports.id,
      personName: deathReports.deceasedName,
    })
    .from(deathCertificates)
    .innerJoin(
      elsewhere,
      and(
        eq(elsewhere.sha256, deathCertificates.sha256),
        ne(elsewhere.reportId, deathCertificates.reportId),
        sql`(${elsewhere.userId} is null or ${elsewhere.userId} is distinct from ${deathCertificates.userId})`,
      ),
    )
    .innerJoin(deathReports, and(eq(deathReports.id, elsewhere.reportId), ne(deathReports.state, 'draft')))
    .where(inArray(deathCertificates.reportId, [...reportIds]));
}

/**
 * How many different members of staff have to approve a report: at least two where a proof of it was used elsewhere, or where the
 * owner wants reports from other people than the one who made it.
 */
export function approvalsNeeded(
  { config }: Pick<Services, 'config'>,
  { isProofElsewhere, isReporterUnnamed }: { isProofElsewhere: boolean; isReporterUnnamed: boolean },
): number {
  return Math.max(config.deathReports.approvers, isProofElsewhere || isReporterUnnamed ? 2 : 1);
}
