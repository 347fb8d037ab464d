import { expect, test } from 'vitest';
import type { StaffDeathReport } from '../../../shared/after-death/staff-death-reports.ts';
import { storyOf } from './story.ts';

const told = '2031-03-03T15:00:00Z';
const asked = '2031-03-03T16:00:00Z';
const stopped = '2031-03-04T09:00:00Z';

const question = (to: string, outcome: StaffDeathReport['questions'][number]['outcome']) => ({
  ...{ id: `${to} ${outcome}`, at: asked, to, outcome },
});
const report = (changes: Partial<StaffDeathReport>) =>
  ({
    ...{ person: { name: 'Ada Moreau', email: null }, dateOfDeath: '2031-03-01', isDateApproximate: false },
    ...{ reporter: { name: 'Jonas Moreau', relationship: 'child' }, submittedAt: told, account: null },
    ...{ proofs: [], questions: [], contactAnswers: [], warnings: [], approvals: [], earlierApprovals: [] },
    ...{ approvalsNeeded: 2, stoppedAt: null, stoppedBy: null, rejectedAt: null, releasedAt: null },
    ...{ revokedAt: null, ...changes },
  }) as unknown as StaffDeathReport;
const titles = (changes: Partial<StaffDeathReport>) => storyOf(report(changes)).map(({ title }) => title);

test.each([
  ['alive_link', ['A sign of life']],
  ['sign_in', ['A sign of life']],
  ['staff', ['A colleague stopped it']],
  ['contact_wait', []],
] as const)('what stopped it is called what it was: %s', (stoppedBy, stops) => {
  const all = titles({ stoppedAt: stopped, stoppedBy });
  expect(all).toEqual(['Ada Moreau died', 'Jonas Moreau told us', ...stops]);
});

test('a trusted contact is in the story once, by name', () => {
  const contactAnswers: StaffDeathReport['contactAnswers'] = [
    { id: 'a', name: 'Inés Duarte', answer: 'wait', note: null, at: stopped },
  ];
  const all = titles({ stoppedAt: stopped, stoppedBy: 'contact_wait', contactAnswers });
  expect(all.slice(2)).toEqual(['Inés Duarte asks us to wait']);
});

test('messages of one moment are one question, which names each address once and says what did not leave', () => {
  const questions = [
    question('ada@example.com', 'sent'),
    question('ada@example.com', 'waiting'),
    question('ada@example.org', 'sent'),
  ];
  const [, , chapter] = storyOf(report({ questions }));
  expect(chapter).toMatchObject({
    title: 'We asked the owner',
    text: 'At ada@example.com, ada@example.org. 1 message has not left yet.',
    isWarning: true,
  });
});
