import type { Services } from '../../../platform/context.ts';
import { answerReporters } from './answer-reporters.ts';
import { eraseOldDrafts } from './erase-drafts.ts';
import { settleReports } from './match-account.ts';
import { askDueQuestions } from './open-question.ts';
import { sweepWindows } from './windows.ts';

export async function sweepDeathReports(services: Services): Promise<void> {
  await settleReports(services);
  await askDueQuestions(services);
  await sweepWindows(services);
  await answerReporters(services);
}

export const eraseReportDrafts = eraseOldDrafts;
