import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { deathCertificates, deathReports } from './death-reports.table.ts';

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
