import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { answersOf } from './answers.ts';
import { ProofScreen } from './proof-screen.tsx';
import type { ReportFlow } from './use-report.ts';

const page = (changes: Pick<DeathReport, 'state' | 'submittedAt'>) => {
  const report: DeathReport = {
    ...{ reporterName: 'Daniel Alvarez', reporterEmail: 'daniel@example.com', relationship: 'child' },
    ...{ personName: 'Ruth Alvarez', personEmail: null, dateOfDeath: '2026-02-03', isDateApproximate: false },
    ...{ timezone: 'UTC', emailConfirmed: true, proofs: [], otherEvidence: null },
    deadlines: { readBy: '2026-02-06T17:00:00Z', objectionHours: 72, deliveredFrom: '2026-02-09T17:00:00Z' },
    ...changes,
  };
  const ignored = () => undefined;
  const flow: ReportFlow = {
    ...{ report, answers: answersOf(report), token: 'a', errors: {} },
    step: 'proof',
    ...{ hasBegun: true, isBusy: false, next: () => Promise.resolve(), set: ignored, begin: ignored },
    ...{ startOver: ignored, back: ignored, confirm: ignored, sendAnother: ignored, submit: ignored },
  };
  return renderToStaticMarkup(<ProofScreen flow={flow} />);
};

test('a report that was sent without its proof is not asked for once more', () => {
  const first = page({ state: 'draft', submittedAt: null });
  expect(first).toMatch(/Send the rest today.*Send without it for now/);
  const later = page({ state: 'awaiting_proof', submittedAt: '2026-02-04T12:00:00Z' });
  expect(later).toContain('there is nothing to do today');
  expect(later).not.toMatch(/Send the rest today|Send without it/);
});
