import { expect, test } from 'vitest';
import { describeLink, joinFirstNames, joinFullNames } from './recipient-names.ts';

const people = ['Maya', 'Leo', 'Ana', 'Daniel', 'Ruth'].map((firstName) => ({ firstName }));

test('many names are cut short', () => {
  expect(joinFirstNames(people.slice(0, 4))).toBe('Maya, Leo, Ana, and Daniel');
  expect(joinFirstNames(people)).toBe('Maya, Leo, Ana, and 2 others');
});

test('few names are joined, and no names are an empty text', () => {
  expect(joinFirstNames(people.slice(0, 2))).toBe('Maya and Leo');
  expect(joinFirstNames(people.slice(0, 1))).toBe('Maya');
  expect(joinFirstNames([])).toBe('');
});

test('from eight full names on, those after the sixth are counted', () => {
  const many = Array.from({ length: 8 }, (_, index) => ({ firstName: `P${index}`, lastName: 'A' }));
  expect(joinFullNames(many.slice(0, 7))).toBe('P0 A, P1 A, P2 A, P3 A, P4 A, P5 A, P6 A');
  expect(joinFullNames(many)).toBe('P0 A, P1 A, P2 A, P3 A, P4 A, P5 A and 2 others');
});

test.each([
  ['By email', []],
  ['By email', ['email', null]],
  ['By text message', ['text']],
  ['By email or text message', ['text', 'email']],
] as const)('%s: %o', (label, ways) =>
  expect(describeLink(ways.map((reachedBy) => ({ reachedBy })))).toBe(label),
);
