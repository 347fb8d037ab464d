import { missingFor } from '../../../../../shared/after-death/missing-for-approval.ts';
import type { SeenReport } from '../../../../../shared/after-death/staff-case-decisions.ts';
import type { CaseWarning, WarningAnswers } from '../../../../../shared/after-death/staff-death-reports.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { DeathReportRow } from './death-reports.table.ts';

/** 409, naming each proof that this member has not opened in this round, and each warning without an answer. */
export function requireComplete(
  report: Parameters<typeof missingFor<CaseWarning>>[0],
  answers: WarningAnswers,
): void {
  const { toOpen, toAnswer, hasNothing } = missingFor(report, answers);
  const fields = {
    ...(hasNothing && {
      proofs: 'Nothing that came with this report can be opened. Ask the reporter for a proof.',
    }),
    ...Object.fromEntries(
      toOpen.map((number) => [`proofs.${number}`, `You have not opened proof ${number}`]),
    ),
    ...Object.fromEntries(
      toAnswer.map((number) => [
        `warnings.${report.warnings[number - 1]}`,
        `You have not answered warning ${number}`,
      ]),
    ),
  };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('conflict', 'Before you can verify it, something is missing. Nothing was done.', {
    fields,
  });
}

/** 409, with a sentence for each thing that changed since staff looked. */
export function requireUnchanged(
  seen: SeenReport,
  row: DeathReportRow,
  { approvals, proofs }: { approvals: number; proofs: number },
): void {
  const fields = {
    ...(seen.state !== row.state && { state: `It was ${seen.state}, and is ${row.state} now` }),
    ...(seen.round !== row.round && { round: 'There was a sign of life or another account meanwhile' }),
    ...(seen.approvals !== approvals && {
      approvals: `There were ${seen.approvals} approvals, and are ${approvals} now`,
    }),
    ...(seen.proofs !== proofs && { proofs: `There were ${seen.proofs} proofs, and are ${proofs} now` }),
  };
  if (Object.keys(fields).length === 0) return;
  throw new AppError('conflict', 'This report changed while you were looking at it. Nothing was done.', {
    fields,
  });
}
