import { expect, test } from 'vitest';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { approvalWords, wordsOf } from './labels.ts';

const approval = {
  by: 'a',
  name: 'Agnes Lind',
  note: 'I have read it',
  answers: {},
  at: '2031-03-06T15:42:00Z',
};
const report = (state: StaffDeathReport['state'], approvals: number, approvalsNeeded: number) =>
  approvalWords({
    state,
    approvals: Array.from({ length: approvals }, () => approval),
    approvalsNeeded,
    person: { name: 'Ruth Alvarez', email: null },
  });

test.each([
  ['in_review', 0, 1, 'Verify', /^The objection window begins\. Ruth Alvarez is then asked every day/],
  ['in_review', 0, 2, 'Verify', /^Nothing begins yet: another colleague has to verify it too\.$/],
  ['in_review', 0, 3, 'Verify', /^Nothing begins yet: 2 other colleagues have to verify it too\.$/],
  ['in_review', 1, 2, 'Verify', /^The objection window begins\./],
  ['stopped', 0, 1, 'Begin a new window', /^The objection window begins\./],
] as const)('what an approval does: %s, %i of %i', (state, approvals, needed, action, what) => {
  expect(report(state, approvals, needed)).toMatchObject({ action, what: expect.stringMatching(what) });
});

test.each([
  ['in_review', 0, 'To be read'],
  ['in_review', 1, 'Needs one more of us'],
  ['stopped', 1, 'Needs one more of us'],
  ['objection_window', 2, 'Objection window'],
] as const)('a report that is %s with %i approvals of 2 reads: %s', (state, approvals, label) => {
  const given = Array.from({ length: approvals }, () => approval);
  expect(wordsOf({ state, warnings: [], approvals: given, approvalsNeeded: 2 })).toMatchObject({ label });
});
