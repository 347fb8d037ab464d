import { expect, test } from 'vitest';
import { formatDollars, formatDollarsAndCents } from './dollars.ts';

test.each([
  [0, '$0', '$0.00'],
  [149, '$149', '$149.00'],
  [1530, '$1,530', '$1,530.00'],
  [19.9, '$19.90', '$19.90'],
  [1530.5, '$1,530.50', '$1,530.50'],
])('%d dollars read %s, and on a bill %s', (amount, words, bill) => {
  expect(formatDollars(amount)).toBe(words);
  expect(formatDollarsAndCents(amount)).toBe(bill);
});
