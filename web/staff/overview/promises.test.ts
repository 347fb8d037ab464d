import { expect, test } from 'vitest';
import { yearsTable } from './promises.ts';

test('each year that has something, then what is later, and what waits for a death', () => {
  const owed = [
    { year: 2031, deliveries: 3, guaranteed: 3 },
    { year: 2105, deliveries: 2, guaranteed: 0 },
    { year: 2120, deliveries: 1, guaranteed: 0 },
    { year: null, deliveries: 4, guaranteed: 4 },
  ];
  const years = [{ year: 2033, accounts: 5 }];
  const paidThrough = { years, withoutEnd: 0, inArrears: 0, free: 0 };
  expect(yearsTable({ owed, paidThrough }).map(({ year, figures }) => [year, ...figures])).toEqual([
    ['2031', 3, 3, 0],
    ['2033', 0, 0, 5],
    ['After 2100', 3, 0, 0],
    ['Whenever', 4, 4, 0],
  ]);
});
