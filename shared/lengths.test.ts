import { expect, test } from 'vitest';
import { clockFace, describeLength, spellLength } from './lengths.ts';

test.each([
  [0.2, '1 s'],
  [48.9, '48 s'],
  [60, '1 min'],
  [134, '2 min 14 s'],
  [119.7, '1 min 59 s'],
])('a length of %d s reads "%s"', (seconds, expected) => {
  expect(describeLength(seconds)).toBe(expected);
});

test('the clock counts whole seconds', () => {
  expect([0, 9.9, 65, 725].map(clockFace)).toEqual(['0:00', '0:09', '1:05', '12:05']);
});

test('a length is told in words', () => {
  const told = [0.2, 14.9, 60, 61, 134].map(spellLength);
  expect(told).toEqual(['1 second', '14 seconds', '1 minute', '1 minute 1 second', '2 minutes 14 seconds']);
});
