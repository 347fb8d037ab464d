import { expect, test } from 'vitest';
import { listTitles } from './recipient-deletion.tsx';

const named = (...titles: string[]) => listTitles(titles.map((memoryTitle) => ({ memoryTitle })));

test('after a forced removal each title is said once, with the number of its deliveries', () => {
  expect(named('T')).toBe('“T”');
  expect(named('T', 'T', 'T')).toBe('“T” (3 deliveries)');
  expect(named('T', 'The garden', 'T')).toBe('“T” (2 deliveries) and “The garden”');
});

test('of many titles the first three are said', () => {
  expect(named('A', 'B', 'C', 'D')).toBe('“A”, “B”, “C”, and “D”');
  expect(named('A', 'B', 'C', 'D', 'E')).toBe('“A”, “B”, “C”, and 2 more');
});
