import { and, eq, exists, inArray, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { StaffDeathReport } from '../../../../../shared/after-death/staff-death-reports.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { listStaff, probationObstacle } from '../../../accounts/auth/staff/staff.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { releaseWishes } from '../../release-wishes/release-wishes.table.ts';
import { wantsNamedReporters } from '../../release-wishes/release-wishes.ts';
import { groundsFor } from '../who-may-act/who-may-act.ts';
import { concernedBy } from './case-rules.ts';
import { type DeathReportRow, deathCertificates, deathReports } from './death-reports.table.ts';

interface SameProof {
  proofId: string;
  reportId: string;
  personName: string;
}

const elsewhere = alias(deathCertificates, 'elsewhere');

/** Which files of these reports also came, byte for byte, with a report about another account or about nobody known. */
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
 * How many different members of staff have to approve a report: at least two if one of its proofs was used
 * elsewhere, or if it does not come from somebody the owner wants reports from.
 */
export function approvalsNeeded(
  { config }: Pick<Services, 'config'>,
  { isProofElsewhere, isReporterUnnamed }: { isProofElsewhere: boolean; isReporterUnnamed: boolean },
): number {
  return Math.max(config.deathReports.approvers, isProofElsewhere || isReporterUnnamed ? 2 : 1);
}

/** Which of these reports came from somebody else although their owner wants reports only from trusted contacts. */
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
        sql`lower(${deathReports.reporterEmail}) in (lower(${recipients.email}), lower(${recipients.secondEmail}))`,
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

type Answer = z.output<typeof StaffDeathReport>;

const grounds = {
  concerned: 'it is about them',
  reporter: 'reported it',
  'address-book': 'in the address book',
  household: 'lives with somebody whom it concerns',
};

export async function listDeciders(
  { db, clock }: { db: Queryable } & Pick<Services, 'clock'>,
  row: DeathReportRow,
  approvals: Answer['approvals'],
): Promise<Answer['deciders']> {
  const staff = await listStaff(db);
  const found = await groundsFor(
    db,
    staff.map(({ id }) => id),
    concernedBy(row),
  );
  return staff.map((member) => {
    const ground = found.get(member.id);
    const isNew = probationObstacle(member, clock.now()) !== null;
    return {
      id: member.id,
      name: fullNameOf(member),
      approvedAt: approvals.find(({ by }) => by === member.id)?.at ?? null,
      obstacle: ground ? grounds[ground] : isNew ? 'staff for less than a week' : null,
    };
  });
}
