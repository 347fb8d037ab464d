import { and, eq } from 'drizzle-orm';
import type {
  CaseWarning,
  SeenReport,
  WarningAnswers,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireLongEnough } from '../../../accounts/staff/staff.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { objectionHoursOf } from '../../release-wishes/release-wishes.ts';
import { requireMayDecide } from '../who-may-act/who-may-act.ts';
import { concernedBy, isBeforeBirth, requireAct, requireComplete, requireUnchanged } from './case-rules.ts';
import {
  type DeathReportRow,
  deathCertificates,
  deathReportApprovals,
  deathReports,
} from './death-reports.table.ts';
import { readCase } from './list-for-staff.ts';
import { attachAccount } from './match-account.ts';
import { lockReportById } from './report-rows.ts';
import { applyEvent } from './transitions.ts';

/** What a member of staff does to a report, why, and the report as they saw it. */
export interface CaseAct {
  member: UserRow;
  reportId: string;
  reason: string;
  seen: SeenReport;
}

/**
 * Verifies a death, or begins another window after a stop, once as many different members of staff agree as are needed. 409 where
 * the state does not allow it, where it is no longer as `seen`, for anyone who may not decide here or has approved it before, and
 * with what is missing for whoever has not opened every proof in this round and answered each warning that there is by now.
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
    const objectionEndsAt = minutesAfter(now, (await objectionHours(tx, services, report, now)) * 60);
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

/** What was written about warnings that there are not is not kept. */
function onlyOf(present: readonly CaseWarning[], answers: WarningAnswers): WarningAnswers {
  return Object.fromEntries(present.map((warning) => [warning, answers[warning]]));
}

/** As the owner has chosen, at the moment at which the window begins. */
function objectionHours(tx: Tx, services: Services, { userId }: DeathReportRow, now: Date): Promise<number> {
  return objectionHoursOf(tx, services, requireFound(userId ?? undefined), now);
}

/** Ends a report. The reporter is told on the day that they were promised, with `note` if there is one. */
export function rejectReport(
  services: Services,
  { note, ...by }: CaseAct & { note: string | null },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockAccountOf(tx, by.reportId);
    const { report } = await lockUnchanged(tx, by);
    await requireMayDecide(tx, by.member.id, concernedBy(report));
    requireAct('reject', report);
    const after = await applyEvent(tx, services, report, { kind: 'rejected', by: by.member.id, note });
    await recordAct(tx, services, 'death-report.rejected-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
  });
}

/** Ends the objection window: the report is before staff again, and nothing goes out. It takes one of them, since it gives nothing out. */
export function stopWindow(services: Services, by: CaseAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockAccountOf(tx, by.reportId);
    const { report } = await lockUnchanged(tx, by);
    requireAct('stop', report);
    const after = await applyEvent(tx, services, report, { kind: 'stopped-by-staff' }, by.member.id);
    await recordAct(tx, services, 'death-report.stopped-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
  });
}

/** A sign of life after the release was not of the owner: the release stands. 409 where another one has come since. */
export function setSignAside(
  services: Services,
  { stoppedAt, ...by }: CaseAct & { stoppedAt: Date },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { report } = await lockUnchanged(tx, by);
    await requireMayDecide(tx, by.member.id, concernedBy(report));
    requireAct('set-sign-aside', report);
    if (report.stoppedAt?.getTime() !== stoppedAt.getTime())
      throw new AppError('conflict', 'This report changed while you were looking at it. Nothing was done.', {
        fields: { stoppedAt: 'There was another sign of life meanwhile' },
      });
    const after = await applyEvent(tx, services, report, { kind: 'sign-set-aside' });
    await recordAct(tx, services, 'death-report.sign-set-aside-by-staff', by, {
      before: report,
      after: requireFound(after),
    });
  });
}

/** Says whose account a report is about, where the reporter did not know the address. The owner is asked at once. */
export function chooseAccount(
  services: Services,
  { userId, ...by }: CaseAct & { userId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const { report } = await lockUnchanged(tx, by);
    for (const ownerId of new Set([report.userId, userId]))
      await requireMayDecide(tx, by.member.id, { ownerId, reportId: report.id });
    requireAct('choose-account', report);
    if (report.userId === userId) throw new AppError('conflict', 'It is already about this account');
    const after = await attachAccount(tx, services, report, owner);
    await recordAct(tx, services, 'death-report.account-chosen', by, { before: report, after });
  });
}

/** The account before the report: ending a window locks in the same order. */
async function lockAccountOf(tx: Tx, reportId: string): Promise<UserRow | undefined> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(deathReports, eq(deathReports.userId, users.id))
    .where(eq(deathReports.id, reportId));
  return account && lockOwner(tx, account.id);
}

async function lockUnchanged(
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

/** One window at a time for an account, and none once it is released. */
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

async function recordAct(
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
