import { describe, expect, test } from 'vitest';
import { plans } from '../../../../../shared/plans.ts';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { type Choosable, contentOf, planYears, type SeriesPerson } from './planned-years.ts';
import { toSeriesForm } from './scheduling.ts';
import { findSeriesErrors } from './series-errors.ts';
import {
  describeClockChanges,
  describeFullYears,
  describeScheduled,
  describeSeriesGuarantee,
  describeUse,
  labelOfScheduling,
} from './series-notes.ts';
import { emptySeries, forPerson, type SeriesPlan } from './series-plan.ts';
import { type Described, describeSeries } from './series-sentence.ts';
import { countYears, describeChoice, describeDayOfYear, listYears } from './series-words.ts';

const nowMs = Date.parse('2026-10-12T15:00:00Z');
const maya = {
  id: 'maya',
  firstName: 'Maya',
  birthday: '2001-05-04',
  days: [],
  reachedBy: 'email' as const,
};
const letter = (id: string): Choosable => ({
  ...{
    id,
    title: `The ${id}`,
    type: 'letter',
    durationSeconds: null,
    isApproved: true,
    deleteOnDeath: false,
  },
});
const porch: Choosable = { ...letter('porch'), type: 'video', durationSeconds: 24 };
const memories = [letter('truck'), letter('tune'), porch];

function planFor(person: SeriesPerson, changes: Partial<SeriesPlan> = {}): SeriesPlan {
  return { ...forPerson(emptySeries('America/New_York'), person, nowMs), ...changes };
}

function yearsFor(
  plan: SeriesPlan,
  person: SeriesPerson = maya,
  schedules = [] as ReturnType<typeof makeSchedule>[],
) {
  return planYears(plan, { person, memories, schedules, nowMs });
}

function sentence(changes: Partial<SeriesPlan>, person: Partial<SeriesPerson & Described['person']> = {}) {
  const somebody = { ...maya, ...person };
  const plan = planFor(somebody, changes);
  if (!plan.day) throw new Error('no day');
  const same = plan.isSame ? contentOf(porch) : null;
  return describeSeries({ ...plan, day: plan.day, person: somebody, years: yearsFor(plan, somebody), same });
}

const own = (years: number[], id = 'truck') => new Map(years.map((year) => [year, id]));
const same = { isSame: true, sameMemoryId: 'porch' };

describe('the sentence', () => {
  test('names the years that get something, and the one that stays empty with the age', () => {
    expect(sentence({ own: own([2027, 2028, 2030, 2031]) })).toBe(
      'Maya will get an email on 4 May 2027, 2028, 2030, and 2031, at 12:00 Eastern. In 2029, when they turn 28, nothing comes.',
    );
  });

  test('is short where every year gets something, and says what every year gets', () => {
    expect(sentence({ own: own([2027, 2028, 2029, 2030, 2031]) })).toBe(
      'Maya will get an email every 4 May from 2027 to 2031, at 12:00 Eastern.',
    );
    expect(sentence({ ...same, own: own([2029]) })).toBe(
      'Maya will get the same video, “The porch”, every 4 May from 2027 to 2031, at 12:00 Eastern, except in 2029, when they turn 28 and get a letter of their own.',
    );
    expect(sentence({ ...same, own: own([2029, 2031]) })).toContain(
      'except in 2029 and 2031, which have something of their own.',
    );
  });

  test('says how it comes, also where it cannot', () => {
    expect(sentence(same, { reachedBy: 'text' })).toContain('Maya will get the same video');
    expect(sentence({ own: own([2027]) }, { reachedBy: 'text' })).toContain('a text message');
    expect(sentence(same, { reachedBy: null })).toContain('but there is no address to send it to yet.');
  });

  test('says what 29 February means', () => {
    const born = { birthday: '2000-02-29' };
    const until = (value: number) => sentence({ ...same, until: { kind: 'year', value } }, born);
    expect(until(2032)).toMatch(
      /every 29 February from 2027 to 2032.* Only 2028 and 2032 have a 29 February; in the other years it comes on the 28th\.$/,
    );
    expect(until(2029)).toMatch(/ Only 2028 has a 29 February; in the other years it comes on the 28th\.$/);
  });

  test('names a day that the years have, where it is not every 29 February', () => {
    const born = { birthday: '2000-02-29' };
    const given = (...years: number[]) => sentence({ own: own(years) }, born)?.split('. ')[0];
    expect(given(2027)).toBe('Maya will get an email on 28 February 2027, at 12:00 Eastern');
    expect(given(2028)).toBe('Maya will get an email on 29 February 2028, at 12:00 Eastern');
    expect(given(2027, 2028, 2030)).toBe(
      'Maya will get an email on 28 February 2027 and 2030, and on 29 February 2028, at 12:00 Eastern',
    );
  });

  test('is null while no year has anything, and a memory that waits for approval counts for nothing', () => {
    expect(sentence({})).toBeNull();
    const plan = planFor(maya, { own: own([2027], 'draft') });
    const unapproved = { ...letter('draft'), isApproved: false };
    const [first] = planYears(plan, { person: maya, memories: [unapproved], schedules: [], nowMs });
    expect(first).toMatchObject({ content: null, unapproved });
    expect(findSeriesErrors(plan, first ? [first] : [])).toEqual({
      years: 'Please choose something for at least one year',
    });
  });
});

describe('what was scheduled before', () => {
  const thirtieth = makeSchedule({ id: 'thirty' });
  const plan = planFor(maya, { own: own([2027, 2028, 2030]) });
  const years = yearsFor(plan, maya, [thirtieth]);

  test('stays as it is, and becomes a year of the series', () => {
    expect(describeScheduled(years)).toBe('“For your thirtieth” is scheduled already and stays as it is.');
    expect(labelOfScheduling(years)).toBe('Schedule three more years');
    expect(toSeriesForm(plan, years)).toEqual({
      ...{ recipientIds: ['maya'], month: 5, day: 4, fromYear: 2027, untilAge: 30 },
      ...{ localTime: '12:00', timezone: 'America/New_York', memoryId: null },
      memories: { 2027: 'truck', 2028: 'truck', 2030: 'truck' },
      schedules: { 2031: 'thirty' },
    });
  });

  test('for another series is left to that', () => {
    const elsewhere = yearsFor(planFor(maya, same), maya, [{ ...thirtieth, seriesId: 's', year: 2031 }]);
    expect(toSeriesForm(planFor(maya, same), elsewhere)).toMatchObject({
      memoryId: 'porch',
      memories: { 2031: null },
    });
    expect(toSeriesForm(planFor(maya, same), elsewhere)).not.toHaveProperty('schedules');
  });

  test.each([
    ['to somebody else', { recipients: [] }],
    ['after a death', { deliveryType: 'on_death' as const }],
    ['and has begun', { startedAt: '2031-05-04T16:00:00.000Z' }],
    ['on another day', { localDate: '2031-05-05' }],
  ])('%s is none of these years', (_name, changes) => {
    const others = yearsFor(plan, maya, [{ ...thirtieth, ...changes }]);
    expect(others.at(-1)).toMatchObject({ scheduled: null, content: null });
    expect(labelOfScheduling(others)).toBe('Schedule three years');
  });
});

test('in every other year it gets what it has of its own', () => {
  const plan = planFor(maya, {
    ...same,
    own: new Map([
      [2028, 'tune'],
      [2029, null],
    ]),
    until: { kind: 'year', value: 2030 },
  });
  expect(toSeriesForm(plan, yearsFor(plan))).toMatchObject({
    ...{ untilYear: 2030, memoryId: 'porch' },
    memories: { 2028: 'tune', 2029: null },
  });
});

describe('what it uses of the plan', () => {
  const years = yearsFor(planFor(maya, { own: own([2027, 2029]) }));
  const taken = Array.from({ length: 5 }, (_, index) =>
    makeSchedule({ id: String(index), deliveryDate: '2029-07-01T16:00:00.000Z', localDate: '2029-07-01' }),
  );
  const limits = { plan: plans.free, schedules: taken, timeZone: 'America/New_York' };

  test('one delivery date of each year', () => {
    expect(describeUse(years, limits)).toBe('Each year uses one of its 5 delivery dates.');
    expect(describeUse(years.slice(0, 1), limits)).toBe('It uses one of your 5 delivery dates in 2027.');
    expect(describeUse([], limits)).toBeNull();
  });

  test('the years that are full are named before anything is sent', () => {
    expect(describeFullYears(years, limits)).toBe(
      'All 5 delivery dates of your First Echo plan in 2029 are taken.',
    );
    expect(describeFullYears(years, { ...limits, plan: plans.basic })).toBeNull();
  });

  test('what the plan does not guarantee is said', () => {
    expect(describeSeriesGuarantee(years, plans.free, 'America/New_York', nowMs)).toBe(
      'Your First Echo plan guarantees delivery for 1 year; 2029 is beyond that.',
    );
    expect(describeSeriesGuarantee(years, plans.basic, 'America/New_York', nowMs)).toBeNull();
  });
});

test('a time that clocks leave out in one year is named', () => {
  const plan = planFor(maya, {
    ...{ day: { month: 3, day: 12 }, until: { kind: 'year', value: 2028 }, time: '02:30' },
    own: own([2028]),
  });
  expect(describeClockChanges(yearsFor(plan), plan)).toBe(
    'In 2028 clocks go forward that day, and 02:30 is left out: it goes out at 03:30.',
  );
  expect(describeClockChanges(yearsFor({ ...plan, time: '12:00' }), { ...plan, time: '12:00' })).toBeNull();
});

test('years in words', () => {
  expect(listYears([2027, 2028, 2030])).toBe('2027, 2028, and 2030');
  expect(listYears([2027, 2028, 2029, 2030, 2033])).toBe('2027 to 2030 and 2033');
  expect(countYears([2027, 2028, 2029, 2030, 2031])).toBe('Five years, 2027 to 2031');
  expect(countYears([2027])).toBe('One year, 2027');
  expect(describeDayOfYear(['2027-05-04', '2028-05-12', '2029-05-04'])).toBe('4 May');
  expect(describeDayOfYear(['2027-02-28', '2028-02-29'])).toBe('29 February');
});

test('what can be chosen says to whom it goes already', () => {
  const day = { to: 'Maya', when: 'delivered 29 August 2025' };
  expect(describeChoice(contentOf(porch), day)).toBe('video, 24 s · Maya, delivered 29 August 2025');
  expect(describeChoice(contentOf(porch), undefined)).toBe('video, 24 s');
});
