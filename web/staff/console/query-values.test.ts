import { expect, test } from 'vitest';
import { queryValues } from './queries.ts';

test('the place of a next page keeps its 0, and what is empty is left out', () => {
  const next = { afterRank: 0, afterSince: '2026-11-22T12:30:00.000Z', after: 'x' };
  expect(queryValues({ status: undefined, q: '', owner: null, ...next })).toEqual({
    ...next,
    afterRank: '0',
  });
});
