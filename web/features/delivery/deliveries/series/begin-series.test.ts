import { describe, expect, test } from 'vitest';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { newSeriesPath, readAskedSeries, seriesPath } from './asked-series.ts';
import { beginSeries } from './begin-series.ts';
import { emptySeries, forPerson, type SeriesPlan } from './series-plan.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const maya = { id: 'maya', firstName: 'Maya', birthday: '2001-05-04', days: [] };
const leo = { ...maya, id: 'leo', firstName: 'Leo' };
const memory = (id: string, createdAt: string, recipientId: string | null = 'maya') => ({
  ...{
    id,
    recipientId,
    createdAt,
    title: id,
    type: 'letter' as const,
    durationSeconds: null,
    isApproved: true,
    deleteOnDeath: false,
  },
});
const known = {
  recipients: [maya, leo],
  memories: [
    memory('second', '2026-02-01T00:00:00Z'),
    memory('first', '2026-01-01T00:00:00Z'),
    memory('for Leo', '2026-01-01T00:00:00Z', 'leo'),
    memory('on its way', '2026-01-01T00:00:00Z'),
    { ...memory('for nobody', '2026-01-01T00:00:00Z'), deleteOnDeath: true },
  ],
  schedules: [makeSchedule({ memoryId: 'on its way', localDate: '2028-05-04' })],
  nowMs,
};
const blank = emptySeries('America/New_York');
const begun: SeriesPlan = {
  ...forPerson(blank, maya, nowMs),
  own: new Map([[2029, 'second']]),
  writing: 2027,
};

function begin(draft: SeriesPlan, path: string) {
  const asked = readAskedSeries(new URLSearchParams(path.split('?')[1]));
  if (!asked) throw new Error('nothing is asked for');
  return beginSeries(draft, asked, known);
}

test('addresses', () => {
  expect(newSeriesPath()).toBe('/schedule?every=year');
  expect(newSeriesPath({ recipientId: 'maya', isFilled: true })).toBe('/schedule?every=birthday&for=maya');
  expect(seriesPath('s')).toBe('/schedule?series=s');
  expect(readAskedSeries(new URLSearchParams('for=maya'))).toBeNull();
});

describe('every birthday, from the page of a person', () => {
  const everyBirthday = newSeriesPath({ recipientId: 'maya', isFilled: true });

  test('what has no day yet is filled in, the oldest first, beside what is scheduled', () => {
    expect(begin(blank, everyBirthday)).toEqual({
      ...forPerson(blank, maya, nowMs),
      own: new Map([
        [2027, 'first'],
        [2029, 'second'],
      ]),
    });
  });

  test('a draft for the same person goes on as it was', () => {
    expect(begin(begun, everyBirthday)).toEqual(begun);
  });

  test('nobody gets what was chosen for somebody else', () => {
    expect(begin(begun, newSeriesPath({ recipientId: 'leo' }))).toEqual(forPerson(blank, leo, nowMs));
  });
});

test('what was written elsewhere is in its year', () => {
  const plan = begin(begun, newSeriesPath({ memoryId: 'first' }));
  expect(plan.own.get(2027)).toBe('first');
  expect(plan.writing).toBeNull();
});

test('the memory that was chosen for one date goes every year, unless the years have their own', () => {
  const path = newSeriesPath({ recipientId: 'maya', sameMemoryId: 'first' });
  expect(begin(blank, path)).toMatchObject({ isSame: true, sameMemoryId: 'first' });
  expect(begin(begun, path)).toEqual(begun);
});
