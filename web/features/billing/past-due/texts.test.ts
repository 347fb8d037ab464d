import { expect, test } from 'vitest';
import type { KeepCurrentPage } from '../../../../shared/billing/keep-current.ts';
import { answersOf, lastDayOf, leadOf, titleOf, whatItDoes } from './texts.ts';

const page: KeepCurrentPage = {
  ownerFirstName: 'Ruth',
  ownerName: 'Ruth Adler',
  planName: 'Eternal Whisper',
  state: 'due',
  paidThrough: '2031-01-07T00:00:00Z',
  monthsDue: 2,
  months: [],
  amountDollars: 20,
  graceEndsAt: '2031-04-07T00:00:00Z',
  securesUntil: '2031-03-07T00:00:00Z',
  stoppedAt: null,
};
const late: KeepCurrentPage = { ...page, state: 'late', monthsDue: 3 };
const stopped: KeepCurrentPage = { ...page, stoppedAt: '2031-02-01T00:00:00Z', securesUntil: null };
const questions = (of: KeepCurrentPage) => answersOf(of).map(({ question }) => question);

test('months that are due are counted, and what waits for them is said', () => {
  expect(titleOf(page)).toBe('Two months are due on Ruth’s account');
  expect(titleOf({ ...page, monthsDue: 1 })).toBe('One month is due on Ruth’s account');
  expect(leadOf(page)).toMatch(/was paid until 7 January 2031\..+it waits until these months are paid/);
  expect(whatItDoes(page)).toMatch(/goes out the same day.+paid until 7 March 2031\.$/);
  expect(questions(page)).toContain('By when');
});

test('after three months delivery is no longer promised, and no day is named', () => {
  expect(leadOf(late)).toContain('delivery is no longer guaranteed');
  expect(questions(late)).not.toContain('By when');
});

test('after a death the clock stands still', () => {
  expect(leadOf(stopped)).toMatch(/^Ruth Adler has died\./);
  expect(questions(stopped)[0]).toBe('There is no hurry');
  expect(whatItDoes(stopped)).not.toContain('paid until');
});

test('a month ends on the day before the next one begins', () => {
  expect(lastDayOf('2031-03-01T00:00:00Z')).toBe('28 February 2031');
});
