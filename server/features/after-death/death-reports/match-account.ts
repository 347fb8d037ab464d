import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { type DeathReportRow, deathCertificates, deathReports } from './death-reports.table.ts';
import { updateLapseClock } from './lapse-clock.ts';
import { processReport } from './process-report.ts';
import { updateReport } from './report-rows.ts';
import { askOwnerLater } from './tell.ts';

const perSweep = 100;
const isUnmatched = and(isNotNull(deathReports.submittedAt), isNull(deathReports.matchedAt));

/** Looks for the accounts of reports that were just sent, and asks their owners at once. */
export async function matchAccounts(services: Services): Promise<void> {
  const unmatched = await services.db
    .select({ id: deathReports.id })
    .from(deathReports)
    .where(isUnmatched)
    .orderBy(deathReports.submittedAt)
    .limit(perSweep);
  for (const { id } of unmatched) await processReport(services, id, (tx) => matchAccount(tx, services, id));
}

async function matchAccount(tx: Tx, services: Services, reportId: string): Promise<void> {
  const isIt = and(eq(deathReports.id, reportId), isUnmatched);
  const [sent] = await tx.select({ email: deathReports.deceasedEmail }).from(deathReports).where(isIt);
  const owner = sent?.email ? await lockByEmail(tx, sent.email) : undefined;
  const [report] = await tx.select().from(deathReports).where(isIt).for('update');
  if (!report) return;
  if (owner) await attachAccount(tx, services, report, owner);
  else await updateReport(tx, reportId, { matchedAt: services.clock.now() });
}

/** The account before the report, as everywhere. */
async function lockByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [owner] = await tx
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()))
    .for('no key update');
  return owner;
}

/** Ties a report to the account of the person and asks its owner. Earlier approvals were of something else. */
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
  await askOwnerLater(tx, services, owner, { report, kind: 'death-report-asked', count: after.round });
  await announceToStaff(tx);
  return after;
}
