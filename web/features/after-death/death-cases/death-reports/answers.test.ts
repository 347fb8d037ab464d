import { expect, test } from 'vitest';
import { reportPathFor } from '../../../../../shared/report-link.ts';
import { answersIn, noAnswers } from './answers.ts';

test.each([
  ['Jonas Weber', 'Ruth O’Brien & Sons #1'],
  ['', '100% 名前'],
])('the names in a link are filled in: %s, %s', (reporterName, personName) => {
  const { hash, search } = new URL(reportPathFor(reporterName, personName), 'https://longafter.example');
  expect(answersIn(hash)).toEqual({ ...noAnswers, reporterName, personName });
  expect(search).toBe('');
});

test.each(['', '#', '#main', '#person=%E0%A4%A', '#from=&person='])(
  '%j brings nothing that harms',
  (hash) => {
    expect(answersIn(hash)).toMatchObject({ reporterName: '', personEmail: '' });
  },
);

test('a name that is far too long is cut', () => {
  expect(answersIn(`#person=${'x'.repeat(10_000)}`).personName).toHaveLength(200);
});
