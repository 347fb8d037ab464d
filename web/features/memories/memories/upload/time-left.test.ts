import { expect, test } from 'vitest';
import { describeTimeLeft, secondsLeft } from './sending.ts';

test('nothing is said of the first two seconds, nor before anything has left', () => {
  expect(secondsLeft(40, 1999)).toBeNull();
  expect(secondsLeft(0, 60_000)).toBeNull();
});

test.each([
  [50, 10_000, 10],
  [10, 5000, 45],
  [100, 8000, 0],
])('%d %% after %d ms: %d seconds', (percent, elapsedMs, left) => {
  expect(secondsLeft(percent, elapsedMs)).toBe(left);
});

test.each([
  [0.4, 'less than 10 seconds left'],
  [10, 'about 10 seconds left'],
  [31, 'about 40 seconds left'],
  [50, 'about 50 seconds left'],
  [51, 'about 1 minute left'],
  [100, 'about 2 minutes left'],
  [3600, 'about 60 minutes left'],
])('%d seconds: %s', (seconds, words) => {
  expect(describeTimeLeft(seconds)).toBe(words);
});
