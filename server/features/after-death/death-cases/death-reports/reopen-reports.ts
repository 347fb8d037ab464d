import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { StoppedBy } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isNoNews } from './death-report-state.ts';
import { type DeathReportRow, deathReports } from './death-reports.table.ts';
import { applyEvent } from './transitions.ts';

/**
 * While an account is being deleted, staff decide about every report of its owner's death that has a proof, even if a sign of life
 * has closed it: somebody who has the owner's password can give one, and wants everything erased. The account is locked.
 */
export async function reopenIfLeaving(tx: Tx, services: Services, userId: string): Promise<void> {
  if (!(await isLeaving(tx, userId))) return;
  const closed = await tx
    .select()
    .from(deathReports)
    .where(
      and(
        eq(deathReports.userId, userId),
        eq(deathReports.state, 'closed'),
        isNotNull(deathReports.proofReceivedAt),
      ),
    )
    .orderBy(asc(deathReports.id))
    .for('update');
  for (const report of closed) await applyEvent(tx, services, report, { kind: 'account-leaving' });
}

/** Whether this owner, or somebody signed in as them, asked for the account to be deleted. */
async function isLeaving(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, userId), isNotNull(users.deletionRequestedAt)))) > 0;
}

/** Whether a sign of life by `by` is no news for staff. The report and the account are locked. */
export async function isRepeated(
  tx: Tx,
  services: Services,
  report: DeathReportRow,
  by: StoppedBy,
): Promise<boolean> {
  const now = await readDatabaseTime(tx, services.clock);
  const isGoing = report.userId !== null && (await isLeaving(tx, report.userId));
  return isNoNews(report, { by, isLeaving: isGoing }, now);
}
