import { expect, test } from 'vitest';
import { makeSchedule } from '../../../../../../test/schedules.ts';
import { groupBySeries } from './group-by-series.ts';

test('a series is one line where its first year stands, without the year that has begun', () => {
  const year = (id: string, seriesId: string | null, startedAt: string | null = null) =>
    makeSchedule({ id, seriesId, startedAt });
  const schedules = [year('a', 's', 'now'), year('b', null), year('c', 's'), year('d', 't'), year('e', 's')];
  const entries = groupBySeries(schedules, ({ startedAt }) => startedAt === null);
  expect(entries.map(({ key, schedules: each }) => [key, each.map(({ id }) => id)])).toEqual([
    ['a', ['a']],
    ['b', ['b']],
    ['s', ['c', 'e']],
    ['t', ['d']],
  ]);
});
