import { eq } from 'drizzle-orm';
import { v4, v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { plans } from '../../../../../shared/plans.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  createSeries,
  type Person,
} from '../../../../../test/factories.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2026-11-20T12:00:00Z') });
const { db } = testApp.services;

const day = { month: 5, day: 4, localTime: '12:00', timezone: 'America/New_York' };

/** A letter is approved as soon as it is written, unless staff review everything. */
async function prepared(fields: Record<string, unknown> = { birthday: '2001-05-04' }) {
  const person = await createPerson(testApp);
  const [letter, other, maya] = [
    await createLetter(person),
    await createLetter(person, { title: 'What I whistle' }),
    await createRecipient(person, fields),
  ];
  const form = { ...day, recipientIds: [maya.id], fromYear: 2027, untilYear: 2031, memoryId: null };
  return { person, letter, other, maya, form };
}

const post = (person: Person, payload: object, headers: Record<string, string> = {}) =>
  person.request({ method: 'POST', url: '/api/series', payload, headers });

const schedulesOf = async (person: Person) =>
  (await person.request({ url: '/api/schedules' })).json<Schedule[]>();
const seriesOf = async (person: Person) => (await person.request({ url: '/api/series' })).json<Series[]>();

describe('POST /api/series', () => {
  test('201: each year that has a memory is a schedule, and the year without one is named', async () => {
    const { person, letter, other, maya, form } = await prepared();
    const memories = { 2027: letter.id, 2028: other.id, 2030: letter.id, 2031: letter.id };
    const answer = await post(person, { ...form, untilYear: undefined, untilAge: 30, memories });
    expect(answer.statusCode).toBe(201);
    const series = answer.json<Series>();
    expect(series).toMatchObject({
      recipients: [{ id: maya.id, firstName: 'Maya' }],
      ...{ month: 5, day: 4, fromYear: 2027, untilYear: 2031, untilAge: 30, birthdayMoved: null },
    });
    const shown = series.years.map(({ date, age, memory, state }) => [date, age, memory?.title, state]);
    expect(shown).toEqual([
      ['2027-05-04', 26, letter.title, 'scheduled'],
      ['2028-05-04', 27, 'What I whistle', 'scheduled'],
      ['2029-05-04', 28, undefined, 'empty'],
      ['2030-05-04', 29, letter.title, 'scheduled'],
      ['2031-05-04', 30, letter.title, 'scheduled'],
    ]);
    expect(series.years[2]).toMatchObject({ deliveryDate: '2029-05-04T16:00:00.000Z', scheduleId: null });
    const schedules = await schedulesOf(person);
    expect(schedules.map(({ seriesId, year, localDate }) => [seriesId, year, localDate])).toEqual(
      [2027, 2028, 2030, 2031].map((year) => [series.id, year, `${year}-05-04`]),
    );
    expect(schedules.every(({ recipients }) => recipients[0]?.id === maya.id)).toBe(true);
    expect(await seriesOf(person)).toEqual([series]);
    expect((await person.request({ url: `/api/series/${series.id}` })).json()).toEqual(series);
    const audit = await db.select().from(auditLog).where(eq(auditLog.subjectId, series.id));
    expect(audit.map(({ action }) => action)).toEqual(['series.created']);
  });

  test('201: the same every year, but for years that are named', async () => {
    const { person, letter, other, form } = await prepared({});
    const series = await createSeries(person, {
      ...form,
      memoryId: letter.id,
      memories: { 2029: other.id, 2030: null },
    });
    expect(series.years.map(({ memory, age }) => [memory?.id, age])).toEqual([
      [letter.id, null],
      [letter.id, null],
      [other.id, null],
      [undefined, null],
      [letter.id, null],
    ]);
  });

  test('F24: 201: 29 February is the 28th in common years and the 29th in leap years', async () => {
    const { person, letter, form } = await prepared();
    const series = await createSeries(person, {
      ...form,
      month: 2,
      day: 29,
      untilYear: 2033,
      memoryId: letter.id,
    });
    expect((await schedulesOf(person)).map(({ localDate, localTime }) => [localDate, localTime])).toEqual(
      ['2027-02-28', '2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'].map(
        (date) => [date, '12:00'],
      ),
    );
    expect(series.years.some(({ isMovedByHand }) => isMovedByHand)).toBe(false);
  });

  test('201: an hour that the clocks skip in one year comes an hour later in that year, and keeps its name', async () => {
    const { person, letter, form } = await prepared();
    const skipped = { month: 3, day: 14, localTime: '02:30', fromYear: 2027, untilYear: 2028 };
    const series = await createSeries(person, { ...form, ...skipped, memoryId: letter.id });
    expect(series.years.map(({ deliveryDate }) => deliveryDate)).toEqual([
      '2027-03-14T07:30:00.000Z',
      '2028-03-14T06:30:00.000Z',
    ]);
    const [first] = await schedulesOf(person);
    const url = `/api/schedules/${first?.id}`;
    await person.request({ method: 'PATCH', url, payload: { deliveryMethod: 'physical' } });
    const [year] = (await seriesOf(person))[0]?.years ?? [];
    expect(year).toMatchObject({ isMovedByHand: false, deliveryDate: '2027-03-14T07:30:00.000Z' });
  });

  test('201: sent again under its key, five times at once, it is one series', async () => {
    const { person, letter, form } = await prepared();
    const headers = { 'idempotency-key': v4() };
    const payload = { ...form, memoryId: letter.id };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(person, payload, headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await schedulesOf(person)).toHaveLength(5);
    expect((await post(person, { ...payload, month: 6 }, headers)).statusCode).toBe(409);
  });

  test('402: names the years whose delivery dates are used up, and makes none of them', async () => {
    const { person, letter, maya, form } = await prepared();
    const most = plans.free.deliveryDatesPerYear;
    for (const year of [2028, 2030])
      for (let taken = 0; taken < most; taken++)
        await createSchedule(person, {
          memoryId: letter.id,
          deliveryDate: `${year}-07-01T16:00:00Z`,
          recipientIds: [maya.id],
        });
    const answer = await post(person, { ...form, memoryId: letter.id });
    expect([answer.statusCode, answer.json().message]).toEqual([
      402,
      `You've reached your ${plans.free.name} plan limit for delivery dates in 2028 and 2030.`,
    ]);
    expect(Object.keys(answer.json().fields)).toEqual(['2028', '2030']);
    expect([await seriesOf(person), (await schedulesOf(person)).length]).toEqual([[], 2 * most]);
    const around = { ...form, memoryId: letter.id, memories: { 2028: null, 2030: null } };
    expect((await post(person, around)).statusCode).toBe(201);
  });

  test('402: of two that want the last dates of a year at once, one is made', async () => {
    const { person, letter, maya, form } = await prepared();
    for (let taken = 1; taken < plans.free.deliveryDatesPerYear; taken++)
      await createSchedule(person, {
        memoryId: letter.id,
        deliveryDate: '2029-07-01T16:00:00Z',
        recipientIds: [maya.id],
      });
    const both = [
      { ...form, memoryId: letter.id },
      { ...form, month: 6, memoryId: letter.id },
    ];
    const answers = await Promise.all(both.map((payload) => post(person, payload)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 402]);
    expect(await seriesOf(person)).toHaveLength(1);
    expect(await schedulesOf(person)).toHaveLength(plans.free.deliveryDatesPerYear - 1 + 5);
  });

  test('security 60: 409: one memory that is not approved among good ones: none is made, and its year is named', async () => {
    const { person, letter, form } = await prepared();
    const unchecked = await createPhoto(person);
    const answer = await post(person, { ...form, memoryId: letter.id, memories: { 2028: unchecked.id } });
    expect([answer.statusCode, answer.json().message, Object.keys(answer.json().fields)]).toEqual([
      409,
      'Only approved memories can be scheduled',
      ['2028'],
    ]);
    expect([await seriesOf(person), await schedulesOf(person)]).toEqual([[], []]);
  });

  test("security 29: 404: someone else's memory, recipient or schedule; nothing is written", async () => {
    const [mine, theirs] = [await prepared(), await prepared()];
    const scheduled = await createSchedule(theirs.person, {
      memoryId: theirs.letter.id,
      deliveryDate: '2029-05-04T16:00:00Z',
      recipientIds: [theirs.maya.id],
    });
    for (const foreign of [
      { memories: { 2027: mine.letter.id, 2028: theirs.letter.id } },
      { recipientIds: [mine.maya.id, theirs.maya.id] },
      { schedules: { 2029: scheduled.id } },
      { schedules: { 2029: v7() } },
    ]) {
      const answer = await post(mine.person, { ...mine.form, ...foreign });
      expect([foreign, answer.statusCode]).toEqual([foreign, 404]);
    }
    expect([await seriesOf(mine.person), await schedulesOf(mine.person)]).toEqual([[], []]);
  });

  test.each([
    ['a year that has passed', { fromYear: 2026 }, '2026'],
    ['an end before the beginning', { untilYear: 2026 }, 'untilYear'],
    ['more than a hundred years', { untilYear: 2127 }, 'untilYear'],
    ['an age that is over', { untilYear: undefined, untilAge: 20 }, 'untilAge'],
    ['a day that there is not', { month: 4, day: 31 }, 'day'],
    ['a year outside', { memories: { 2040: null } }, '2040'],
    ['nobody', { recipientIds: [] }, 'recipientIds'],
  ])('400: %s', async (_what, changes, field) => {
    const { person, letter, form } = await prepared();
    const answer = await post(person, { ...form, memoryId: letter.id, ...changes });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect([await seriesOf(person), await schedulesOf(person)]).toEqual([[], []]);
  });

  test('400: until an age, without a birthday or for two people', async () => {
    const { person, maya, form } = await prepared({});
    const leo = await createRecipient(person, { birthday: '2001-05-04' });
    for (const recipientIds of [[maya.id], [maya.id, leo.id]]) {
      const answer = await post(person, { ...form, recipientIds, untilYear: undefined, untilAge: 30 });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['untilAge']]);
    }
  });

  test('201: what is scheduled already for one of its years stays as it is and belongs to it; 409 for what does not fit', async () => {
    const { person, letter, other, maya, form } = await prepared();
    const leo = await createRecipient(person, { firstName: 'Leo' });
    const plan = { memoryId: letter.id, deliveryDate: '2031-05-04T13:00:00Z' };
    const there = await createSchedule(person, { ...plan, recipientIds: [maya.id] });
    const ofLeo = await createSchedule(person, { ...plan, recipientIds: [leo.id] });
    const of = (schedules: object) => post(person, { ...form, memoryId: other.id, schedules });
    expect((await of({ 2030: there.id })).statusCode, 'another year').toBe(409);
    expect((await of({ 2031: ofLeo.id })).statusCode, 'to somebody else').toBe(409);
    const series = (await of({ 2031: there.id })).json<Series>();
    expect(series.years.at(-1)).toMatchObject({
      ...{ scheduleId: there.id, memory: { id: letter.id }, isMovedByHand: true },
      deliveryDate: '2031-05-04T13:00:00.000Z',
    });
    expect((await of({ 2031: there.id })).statusCode, 'of another series').toBe(409);
    expect(await schedulesOf(person)).toHaveLength(6);
  });

  test('201: a hundred years for two people', async () => {
    const { person, letter, maya, form } = await prepared();
    const leo = await createRecipient(person, { firstName: 'Leo' });
    const years = { fromYear: 2027, untilYear: 2126, memoryId: letter.id, recipientIds: [maya.id, leo.id] };
    const series = await createSeries(person, { ...form, ...years });
    expect(series.years.filter(({ state }) => state === 'scheduled')).toHaveLength(100);
    expect(series.years.map(({ date }) => date)).toEqual(
      Array.from({ length: 100 }, (_, index) => `${2027 + index}-05-04`),
    );
  });
});
