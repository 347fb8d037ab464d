import type { Services } from '../../../../platform/context.ts';
import { inTurn } from '../../../../platform/sweeps.ts';
import { answerReporters } from './answer-reporters.ts';
import { eraseOldDrafts } from './erase-drafts.ts';
import { settleReports } from './match-account.ts';
import { askDueQuestions } from './open-question.ts';
import { sweepWindows } from './windows.ts';

export function sweepDeathReports(services: Services): Promise<void> {
  return inTurn(
    () => settleReports(services),
    () => askDueQuestions(services),
    () => sweepWindows(services),
    () => answerReporters(services),
  );
}

export const eraseReportDrafts = eraseOldDrafts;
