import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { type DeathReportRow, deathCertificates, deathReports } from './death-reports.table.ts';
import { updateLapseClock } from './lapse-clock.ts';
import { joinQuestion } from './open-question.ts';
import { reopenIfLeaving } from './reopen-reports.ts';
import { detachUnverified, updateReport } from './report-rows.ts';

const perSweep = 100;
const isUnsettled = isNotNull(deathReports.unsettledSince);

/**
 * Looks up the accounts of reports that were just sent or got a proof, and asks their owners at once. This is
 * not done in a reporter's request, whose duration would reveal whether there is an account.
 */
export async function settleReports(services: Services): Promise<void> {
  const { db, sweeps } = services;
  const unsettled = await db
    .select({ id: deathReports.id })
    .from(deathReports)
    .where(and(isUnsettled, notInArray(deathReports.id, sweeps.putOff('unsettled-reports'))))
    .orderBy(deathReports.unsettledSince, deathReports.id)
    .limit(perSweep);
  await sweeps.each('unsettled-reports', unsettled, ({ id }) =>
    inTransaction(db, (tx) => settleReport(tx, services, id)),
  );
}

async function settleReport(tx: Tx, services: Services, reportId: string): Promise<void> {
  const isIt = and(eq(deathReports.id, reportId), isUnsettled);
  const [sent] = await tx.select().from(deathReports).where(isIt);
  const owner = sent && (await lockAccountOf(tx, sent));
  const [report] = await tx.select().from(deathReports).where(isIt).for('update');
  // Staff may have chosen another account meanwhile: the next sweep locks that one.
  if (!report || report.userId !== sent?.userId) return;
  if (!report.matchedAt && owner) await attachAccount(tx, services, report, owner);
  else if (owner) {
    await updateLapseClock(tx, services, owner.id);
    if (report.state === 'awaiting_proof' || report.state === 'in_review')
      await joinQuestion(tx, services, owner, report);
    await reopenIfLeaving(tx, services, owner.id);
  }
  await updateReport(tx, reportId, {
    unsettledSince: null,
    ...(!report.matchedAt && { matchedAt: services.clock.now() }),
  });
}

/** Locks the account before the report, as everywhere. */
async function lockAccountOf(tx: Tx, sent: DeathReportRow): Promise<UserRow | undefined> {
  if (sent.userId) return lockOwner(tx, sent.userId);
  return !sent.matchedAt && sent.deceasedEmail ? lockByEmail(tx, sent.deceasedEmail) : undefined;
}

async function lockByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [owner] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for('no key update');
  return owner;
}

/** Links a report to an account and asks its owner. Earlier approvals no longer count. */
export async function attachAccount(
  tx: Tx,
  services: Services,
  report: DeathReportRow,
  owner: UserRow,
): Promise<DeathReportRow> {
  const now = services.clock.now();
  const changes = { userId: owner.id, matchedAt: now, ...(report.userId && { round: report.round + 1 }) };
  const after = await updateReport(tx, report.id, changes);
  await tx
    .update(deathCertificates)
    .set({ userId: owner.id })
    .where(eq(deathCertificates.reportId, report.id));
  for (const userId of [report.userId, owner.id]) if (userId) await updateLapseClock(tx, services, userId);
  await record(tx, now, {
    action: 'death-report.account-found',
    actor: 'system',
    userId: owner.id,
    subjectId: report.id,
  });
  await joinQuestion(tx, services, owner, after);
  await announceToStaff(tx);
  return after;
}

/**
 * When an account is erased, unverified reports stay as if there had never been an account: a dead link would
 * tell their reporter that there was one. Verified ones are erased with it.
 */
export async function detachReports(tx: Tx, userId: string): Promise<void> {
  const detached = await detachUnverified(tx, userId);
  if (detached.length === 0) return;
  await tx
    .update(deathCertificates)
    .set({ userId: null })
    .where(inArray(deathCertificates.reportId, detached));
  await announceToStaff(tx);
}
