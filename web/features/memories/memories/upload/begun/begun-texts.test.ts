import { expect, test } from 'vitest';
import { describeBegun, titleOf } from './begun-texts.ts';

test.each([
  [['letter'], 'A letter you have begun'],
  [['letter', 'letter'], 'Two letters you have begun'],
  [['audio'], 'A recording you have begun'],
  [['letter', 'photo', 'letter'], 'Three memories you have begun'],
  [Array.from({ length: 12 }, () => 'letter' as const), '12 letters you have begun'],
] as const)('%j: %s', (types, words) => {
  expect(describeBegun(types)).toBe(words);
});

test('what has no title says so', () => {
  expect(titleOf({ title: ' ' })).toBe('No title yet');
  expect(titleOf({ title: 'For your thirtieth' })).toBe('For your thirtieth');
});
