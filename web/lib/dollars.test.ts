import { expect, test } from 'vitest';
import { sayDollars } from './dollars.ts';

test.each([
  [0, '$0'],
  [149, '$149'],
  [1530, '$1,530'],
  [19.9, '$19.90'],
])('%d dollars read %s', (amount, words) => {
  expect(sayDollars(amount)).toBe(words);
});
