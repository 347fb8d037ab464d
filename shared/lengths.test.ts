import { expect, test } from 'vitest';
import { clockFace, describeLength } from './lengths.ts';

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
