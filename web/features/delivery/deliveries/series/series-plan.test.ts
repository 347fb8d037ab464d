import { describe, expect, test } from 'vitest';
import { fromDraft, parseDraft, toDraft } from './series-draft.ts';
import { findSeriesErrors, firstStepOf } from './series-errors.ts';
import {
  emptySeries,
  firstYearOf,
  forPerson,
  memoryOf,
  onDay,
  type SeriesPlan,
  untilAtFirst,
  withYear,
  yearsOfPlan,
} from './series-plan.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const maya = { id: 'maya', birthday: '2001-05-04', days: [] };
const empty = emptySeries('America/New_York');
const plan = forPerson(empty, maya, nowMs);

describe('the sentence for somebody', () => {
  test('is about their birthday, until the next round age, at noon', () => {
    expect(plan).toEqual({
      ...empty,
      recipientId: 'maya',
      day: { month: 5, day: 4 },
      until: { kind: 'age', value: 30 },
    });
    expect(yearsOfPlan(plan, maya, nowMs)).toEqual([2027, 2028, 2029, 2030, 2031]);
  });

  test('without a birthday: a day that matters, for five years', () => {
    const ana = { id: 'ana', birthday: null, days: [{ name: 'Wedding', date: '2019-11-30' }] };
    const { day, until } = forPerson(empty, ana, nowMs);
    expect({ day, until }).toEqual({ day: { month: 11, day: 30 }, until: { kind: 'year', value: 2030 } });
  });

  test('without any day: the day stays open, and there are no years', () => {
    const tom = { id: 'tom', birthday: null, days: [] };
    const open = forPerson(empty, tom, nowMs);
    expect(open.day).toBeNull();
    expect(yearsOfPlan(open, tom, nowMs)).toEqual([]);
    expect(yearsOfPlan(onDay(open, tom, { month: 1, day: 6 }, nowMs), tom, nowMs)).toHaveLength(5);
  });

  test.each([
    [2027, '2001-05-04', { kind: 'age', value: 30 }],
    [2028, '2001-05-04', { kind: 'age', value: 30 }],
    [2030, '2001-05-04', { kind: 'age', value: 40 }],
    [2027, '2020-05-04', { kind: 'age', value: 18 }],
    [2027, '1920-05-04', { kind: 'year', value: 2031 }],
    [2027, null, { kind: 'year', value: 2031 }],
  ])('from %i, born %s: until %o', (first, birthday, until) => {
    expect(untilAtFirst(first, birthday)).toEqual(until);
  });
});

test('another day leaves the last year as it was chosen', () => {
  const until = { kind: 'year', value: 2040 } as const;
  expect(onDay({ ...plan, until }, maya, { month: 6, day: 1 }, nowMs).until).toEqual(until);
});

describe('the first year', () => {
  const at = (time: string, now: string) =>
    firstYearOf({ ...empty, time }, { month: 5, day: 4 }, Date.parse(now));

  test('is this one until the hour has come by the clock of the zone, and then the next', () => {
    expect(at('12:00', '2027-05-04T15:59:59Z')).toBe(2027);
    expect(at('12:00', '2027-05-04T16:00:00Z')).toBe(2028);
  });

  test('may be another than in UTC around the New Year', () => {
    const newYearsEve = (now: string) =>
      firstYearOf(
        { time: '23:00', timeZone: 'America/Los_Angeles' },
        { month: 12, day: 31 },
        Date.parse(now),
      );
    expect(newYearsEve('2027-01-01T06:00:00Z')).toBe(2026);
    expect(newYearsEve('2027-01-01T07:00:00Z')).toBe(2027);
  });
});

test('no series has more than a hundred years, and none ends before it begins', () => {
  const until = (value: number): SeriesPlan => ({ ...plan, until: { kind: 'year', value } });
  expect(yearsOfPlan(until(2200), maya, nowMs)).toHaveLength(100);
  expect(yearsOfPlan(until(2026), maya, nowMs)).toEqual([]);
});

describe('what a year gets', () => {
  const same = { ...plan, isSame: true, sameMemoryId: 'porch' };

  test('its own, or nothing', () => {
    const filled = withYear(plan, 2027, 'truck');
    expect([2027, 2028].map((year) => memoryOf(filled, year))).toEqual(['truck', null]);
    expect(withYear(filled, 2027, null)).toEqual({ ...plan, own: new Map() });
  });

  test('the same as the others, but where it has its own or stays empty', () => {
    const changed = withYear(withYear(same, 2028, 'letter'), 2029, null);
    expect([2027, 2028, 2029].map((year) => memoryOf(changed, year))).toEqual(['porch', 'letter', null]);
    expect(memoryOf(withYear(changed, 2029, 'porch'), 2029)).toBe('porch');
  });
});

describe('a draft', () => {
  const whole: SeriesPlan = {
    ...plan,
    isSame: true,
    sameMemoryId: 'porch',
    own: new Map([
      [2029, 'letter'],
      [2030, null],
    ]),
    writing: 2028,
  };

  test.each([
    ['nothing', empty],
    ['everything', whole],
  ])('with %s chosen comes back as it was', (_name, kept) => {
    expect(fromDraft(toDraft(kept))).toEqual(kept);
    expect(parseDraft(toDraft(kept))).toEqual(toDraft(kept));
  });

  test.each([
    ['another form', { memoryId: 'm' }],
    ['no day of any year', { ...toDraft(whole), day: '2-30' }],
    ['a year that is none', { ...toDraft(whole), own: 'soon=letter' }],
    ['an unknown zone', { ...toDraft(whole), timeZone: 'Mars/Olympus' }],
    ['a number', 4],
  ])('of %s is not taken', (_name, stored) => expect(parseDraft(stored)).toBeNull());
});

test('what is missing is asked for in the order of the sentence', () => {
  expect(findSeriesErrors(empty, [])).toEqual({ person: 'Please choose who it is for' });
  expect(findSeriesErrors({ ...plan, day: null }, [])).toEqual({ day: 'Please choose a day of the year' });
  expect(findSeriesErrors({ ...plan, time: '' }, [])).toEqual({
    until: 'Please choose a later year',
    time: 'Delivery time is required',
  });
  expect([empty, plan].map(firstStepOf)).toEqual([1, 2]);
});
