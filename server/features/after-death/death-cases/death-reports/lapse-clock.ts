import { and, eq, inArray } from 'drizzle-orm';
import type { CaseState } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { pauseLapseClock, resumeLapseClock } from '../../../billing/subscriptions/standing/standing.ts';
import { deathReports } from './death-reports.table.ts';

const verified: readonly CaseState[] = ['objection_window', 'released'];
const stopping: readonly CaseState[] = ['in_review', 'stopped', ...verified];

/**
 * While staff review a report about this owner, and once their death is verified, no further month of their plan
 * becomes due; once no such report is left, the clock runs again. Call it whenever reports about them have changed.
 */
export async function updateLapseClock(tx: Tx, services: Services, userId: string): Promise<void> {
  // If two reports end at the same moment, the later one sees that the other has ended.
  await lockOwner(tx, userId);
  const reports = await tx
    .select({ state: deathReports.state, diedOn: deathReports.dateOfDeath })
    .from(deathReports)
    .where(and(eq(deathReports.userId, userId), inArray(deathReports.state, [...stopping])));
  if (reports.length === 0) return resumeLapseClock(tx, services, userId);
  const death = reports.find(({ state }) => verified.includes(state));
  await pauseLapseClock(tx, services, userId, { diedOn: death?.diedOn });
}
