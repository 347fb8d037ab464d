import type { Services } from '../../../platform/context.ts';
import { eraseOldDrafts } from './erase-drafts.ts';
import { matchAccounts } from './match-account.ts';
import { sweepWindows } from './windows.ts';

export async function sweepDeathReports(services: Services): Promise<void> {
  await matchAccounts(services);
  await sweepWindows(services);
}

export const eraseReportDrafts = eraseOldDrafts;
