import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeathReport, ReportState } from '../../../../../shared/after-death/death-reports.ts';
import { answersOf } from './answers.ts';
import { Done } from './done.tsx';

const page = (state: ReportState) => {
  const report: DeathReport = {
    ...{ state, reporterName: 'Daniel Alvarez', reporterEmail: 'daniel@example.com', relationship: 'child' },
    ...{ personName: 'Ruth Alvarez', personEmail: null, dateOfDeath: '2026-02-03', isDateApproximate: false },
    ...{ timezone: 'UTC', emailConfirmed: true, proofs: [], otherEvidence: null },
    submittedAt: '2026-02-04T12:00:00Z',
    deadlines: { readBy: '2026-02-06T17:00:00Z', objectionHours: 72, deliveredFrom: '2026-02-08T17:00:00Z' },
  };
  return renderToStaticMarkup(<Done flow={{ report, answers: answersOf(report) }} />);
};

test.each([
  ['rejected', 'We cannot go on with this report.'],
  ['stopped', 'It has stopped for now.'],
  ['revoked', 'This report is closed.'],
] as const)('a report that is %s promises nothing', (state, words) => {
  const html = page(state);
  expect(html).toContain(words);
  expect(html).not.toMatch(/That is everything|What happens next|February/);
});

test('a report that is read says by when, and before when nothing is delivered, in the zone of the reader', () => {
  const html = page('in_review');
  expect(html).toMatch(/That is everything.*By Friday, 6 February 2026 at 17:00 UTC/);
  expect(html).toMatch(/At least 3 days after that.*Not before Sunday, 8 February 2026 at 17:00 UTC/);
  expect(html).not.toContain('We have read what you sent us');
});

test('a report that is verified says so, and promises no reading any more', () => {
  const html = page('verified');
  expect(html).toMatch(/We have read what you sent us.*Until then.*Not before Sunday, 8 February 2026/);
  expect(html).not.toMatch(/By Friday|At least/);
});
