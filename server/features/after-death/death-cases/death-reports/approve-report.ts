import { eq } from 'drizzle-orm';
import type { CaseWarning, WarningAnswers } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { requireLongEnough } from '../../../accounts/auth/staff/staff.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireMayDecide } from '../who-may-act/who-may-act.ts';
import { type CaseAct, lockAccountOf, lockUnchanged, recordAct } from './case-locks.ts';
import { requireComplete } from './case-refusals.ts';
import { concernedBy, isBeforeBirth, requireAct } from './case-rules.ts';
import { endOfWindow } from './deadlines.ts';
import {
  type DeathReportRow,
  deathCertificates,
  deathReportApprovals,
  deathReports,
} from './death-reports.table.ts';
import { readCase } from './list-for-staff.ts';
import { applyEvent } from './transitions.ts';

/**
 * Verifies a death, or begins another window after a stop, once enough different members of staff have approved it. 409 if the
 * state does not allow it, if the report is no longer as `seen`, or if this member may not decide here or has approved it
 * before. Also 409, saying what is missing, if they have not opened every proof in this round and answered every warning.
 */
export function approveReport(services: Services, by: CaseAct & { warnings: WarningAnswers }): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockAccountOf(tx, by.reportId);
    const { report, approvals } = await lockUnchanged(tx, by);
    await requireMayDecide(tx, by.member.id, concernedBy(report));
    requireAct('approve', report);
    if (isBeforeBirth(report, owner))
      throw new AppError('conflict', 'The day of death is before the birth of this person.');
    await requireNoOtherWindow(tx, report);
    const now = await readDatabaseTime(tx, services.clock);
    requireLongEnough(await lockOwner(tx, by.member.id), now);
    const present = await readCase(tx, services, by.member, report);
    requireComplete(present, by.warnings);
    await insertApproval(tx, services, report, { ...by, warnings: onlyOf(present.warnings, by.warnings) });
    const objectionEndsAt = await endOfWindow(tx, services, report, now);
    const isEnough = approvals + 1 >= present.approvalsNeeded;
    const after = await applyEvent(tx, services, report, { kind: 'approved', isEnough, objectionEndsAt });
    if (after)
      await tx
        .update(deathCertificates)
        .set({ verifiedBy: by.member.id, verifiedAt: now })
        .where(eq(deathCertificates.reportId, report.id));
    await recordAct(tx, services, 'death-report.approved', by, { before: report, after: after ?? report });
  });
}

/** Drops answers to warnings that the report does not have. */
function onlyOf(present: readonly CaseWarning[], answers: WarningAnswers): WarningAnswers {
  return Object.fromEntries(present.map((warning) => [warning, answers[warning]]));
}

/** An account has at most one window at a time, and none once it is released. */
async function requireNoOtherWindow(tx: Tx, { userId }: DeathReportRow): Promise<void> {
  if (!userId) return;
  const others = await tx
    .select({ state: deathReports.state })
    .from(deathReports)
    .where(eq(deathReports.userId, userId));
  if (others.some(({ state }) => state === 'objection_window' || state === 'released'))
    throw new AppError('conflict', 'Another report about this account was verified already.');
}

async function insertApproval(
  tx: Tx,
  { clock }: Services,
  { id: reportId, round }: DeathReportRow,
  { member, reason, warnings: answers }: CaseAct & { warnings: WarningAnswers },
): Promise<void> {
  const inserted = await tx
    .insert(deathReportApprovals)
    .values({ reportId, round, staffId: member.id, note: reason, answers, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: deathReportApprovals.id });
  if (inserted.length === 0)
    throw new AppError('conflict', 'You have already approved it. Somebody else has to look at it too.');
}
