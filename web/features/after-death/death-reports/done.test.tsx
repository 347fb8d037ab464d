import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeathReport, ReportState } from '../../../../shared/after-death/death-reports.ts';
import { answersOf } from './answers.ts';
import { Done } from './done.tsx';

const page = (state: ReportState) => {
  const report: DeathReport = {
    ...{ state, reporterName: 'Daniel Alvarez', reporterEmail: 'daniel@example.com', relationship: 'child' },
    ...{ personName: 'Ruth Alvarez', personEmail: null, dateOfDeath: '2026-02-03', isDateApproximate: false },
    ...{ timezone: 'UTC', emailConfirmed: true, proofs: [], otherEvidence: null },
    submittedAt: '2026-02-04T12:00:00Z',
    outlook: { readBy: '2026-02-06T17:00:00Z', objectionHours: 72, deliveredFrom: '2026-02-09T17:00:00Z' },
  };
  return renderToStaticMarkup(<Done flow={{ report, answers: answersOf(report) }} />);
};

test.each([
  ['rejected', 'We could not accept this report.'],
  ['closed', 'This report is closed.'],
] as const)('a report that is %s promises nothing', (state, words) => {
  const html = page(state);
  expect(html).toContain(words);
  expect(html).not.toMatch(/That is everything|What happens next|February/);
});

test.each([
  ['in_review', false],
  ['verified', true],
] as const)(
  'a report that is %s has its days; only a verified one says that it was read',
  (state, wasRead) => {
    const html = page(state);
    expect(html).toMatch(/That is everything.*9 February/);
    expect(html.includes('We have read what you sent us')).toBe(wasRead);
  },
);
