import { and, eq } from 'drizzle-orm';
import type { SeenReport } from '../../../../../shared/after-death/staff-case-decisions.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { requireUnchanged } from './case-refusals.ts';
import {
  type DeathReportRow,
  deathCertificates,
  deathReportApprovals,
  deathReports,
} from './death-reports.table.ts';
import { lockReportById } from './report-rows.ts';

/** A staff action on a report: who acts, why, and the report as they saw it. */
export interface CaseAct {
  member: UserRow;
  reportId: string;
  reason: string;
  seen: SeenReport;
}

/** Locks the account before the report, in the same order as when a window ends. */
export async function lockAccountOf(tx: Tx, reportId: string): Promise<UserRow | undefined> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(deathReports, eq(deathReports.userId, users.id))
    .where(eq(deathReports.id, reportId));
  return account && lockOwner(tx, account.id);
}

export async function lockUnchanged(
  tx: Tx,
  { reportId, seen }: CaseAct,
): Promise<{ report: DeathReportRow; approvals: number }> {
  const report = await lockReportById(tx, reportId);
  const ofRound = and(
    eq(deathReportApprovals.reportId, reportId),
    eq(deathReportApprovals.round, report.round),
  );
  const approvals = await tx.$count(deathReportApprovals, ofRound);
  const proofs = await tx.$count(deathCertificates, eq(deathCertificates.reportId, reportId));
  requireUnchanged(seen, report, { approvals, proofs });
  return { report, approvals };
}

export async function recordAct(
  tx: Tx,
  { clock }: Services,
  action: AuditAction,
  { member, reason }: CaseAct,
  { before, after }: { before: DeathReportRow; after: DeathReportRow },
): Promise<void> {
  const facts = ({ state, round, userId }: DeathReportRow) => ({ state, round, userId });
  await record(tx, clock.now(), {
    action,
    actor: member.id,
    subjectId: after.id,
    ...(after.userId && { userId: after.userId }),
    reason,
    before: facts(before),
    after: facts(after),
  });
  await announceToStaff(tx);
}
