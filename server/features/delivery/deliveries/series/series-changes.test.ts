import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
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
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { applyRules, applyRulesToSoon } from '../plan/time-zone-rules.ts';
import { findDifferences } from '../reconcile.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { startDueSchedules } from '../start/start.ts';

const begin = '2026-11-20T12:00:00Z';
const clock = createTestClock(begin);
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
beforeEach(() => clock.set(begin));

/** Every 4 May from 2027 to 2031, with a letter for each except 2029. */
async function prepared() {
  const person = await createPerson(testApp);
  const [letter, other] = [
    await createLetter(person),
    await createLetter(person, { title: 'What I whistle' }),
  ];
  const maya = await createRecipient(person, { birthday: '2001-05-04' });
  const series = await createSeries(person, {
    recipientIds: [maya.id],
    memoryId: letter.id,
    memories: { 2029: null },
  });
  return { person, letter, other, maya, series };
}

const patch = (person: Person, id: string, payload: object) =>
  person.request({ method: 'PATCH', url: `/api/series/${id}`, payload });
const load = async (person: Person, id: string) =>
  (await person.request({ url: `/api/series/${id}` })).json<Series>();
const schedulesOf = async (person: Person) =>
  (await person.request({ url: '/api/schedules' })).json<Schedule[]>();
const yearOf = ({ years }: Pick<Series, 'years'>, year: number) =>
  years.find((each) => each.year === year) ?? ({} as Series['years'][number]);
const titlesOf = ({ years }: Series) => years.map(({ memory }) => memory?.title ?? null);

/** Signs in again: after a year every session has ended. */
async function at(person: Person, instant: string): Promise<Person> {
  clock.set(instant);
  const { email } = person.user;
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: goodPassword },
  });
  const { token } = answer.json<{ token: string }>();
  const request: Person['request'] = (options) =>
    testApp.app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } });
  return { ...person, token, request };
}

describe('PATCH /api/series/{id}', () => {
  test('200: fills, swaps and empties years at once; sent back, they are as before', async () => {
    const { person, letter, other, series } = await prepared();
    const answer = await patch(person, series.id, {
      memories: { 2028: other.id, 2029: letter.id, 2030: null },
      version: series.version,
    });
    const { title } = letter;
    expect([answer.statusCode, titlesOf(answer.json())]).toEqual([
      200,
      [title, other.title, title, null, title],
    ]);
    expect(answer.json().version).toBe(series.version + 1);
    const swapped = yearOf(answer.json(), 2028).scheduleId;
    expect(swapped, 'the same schedule').toBe(yearOf(series, 2028).scheduleId);
    const [row] = (await schedulesOf(person)).filter(({ id }) => id === swapped);
    expect(row).toMatchObject({ memoryId: other.id, version: 2, localDate: '2028-05-04' });
    expect(row?.recipients.map(({ firstName }) => firstName)).toEqual(['Maya']);
    const undone = await patch(person, series.id, {
      memories: { 2028: letter.id, 2029: null, 2030: letter.id },
    });
    expect(titlesOf(undone.json())).toEqual(titlesOf(series));
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('409 with the series as it is, for a version that is not the present one; nothing is overwritten', async () => {
    const { person, other, series } = await prepared();
    await patch(person, series.id, { memories: { 2029: other.id }, version: series.version });
    const late = await patch(person, series.id, { memories: { 2029: null }, version: series.version });
    expect([late.statusCode, titlesOf(late.json().current)[2]]).toEqual([409, other.title]);
    const same = await patch(person, series.id, { memories: { 2029: other.id }, version: series.version });
    expect(same.statusCode, 'what is there already').toBe(200);
    expect(titlesOf(await load(person, series.id))[2]).toBe(other.title);
  });

  test('409: of two tabs that change it at once, one is told', async () => {
    const { person, letter, other, series } = await prepared();
    const answers = await Promise.all(
      [other.id, letter.id].map((memoryId) =>
        patch(person, series.id, { memories: { 2029: memoryId }, version: series.version }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('409: one tab changes a year as a schedule, and the other had read the series before', async () => {
    const { person, other, series } = await prepared();
    const url = `/api/schedules/${yearOf(series, 2028).scheduleId}`;
    expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(204);
    const late = await patch(person, series.id, { memories: { 2028: other.id }, version: series.version });
    expect([late.statusCode, yearOf(late.json().current, 2028).state]).toEqual([409, 'empty']);
  });

  test('409: a year that has begun or is over; what else was asked is not done either', async () => {
    const { person: before, other, series } = await prepared();
    const person = await at(before, '2027-05-04T16:00:01Z');
    const due = await patch(person, series.id, { memories: { 2027: null, 2029: other.id } });
    expect([due.statusCode, Object.keys(due.json().fields)]).toEqual([409, ['2027']]);
    await startDueSchedules(services);
    const begun = await patch(person, series.id, { memories: { 2027: other.id, 2029: other.id } });
    expect([begun.statusCode, Object.keys(begun.json().fields)]).toEqual([409, ['2027']]);
    expect((await load(person, series.id)).years.map(({ state }) => state)).toEqual([
      ...['begun', 'scheduled', 'empty', 'scheduled', 'scheduled'],
    ]);
    const [delivery] = await db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.scheduleId, yearOf(series, 2027).scheduleId ?? ''));
    await deliverBatch(services, [delivery?.id ?? '']);
    const later = await at(person, '2029-05-04T16:00:01Z');
    const { years } = await load(later, series.id);
    expect([years[0]?.state, years[2]?.state]).toEqual(['delivered', 'past']);
    const over = await patch(later, series.id, { memories: { 2029: other.id } });
    expect([over.statusCode, over.json().fields]).toEqual([409, { 2029: 'The day has passed in 2029' }]);
  });

  test('409: the sweep has the year in its hands, and the change waits for it', async () => {
    const { person, other, series } = await prepared();
    const id = yearOf(series, 2027).scheduleId ?? '';
    let answer: ReturnType<typeof patch> | undefined;
    await inTransaction(db, async (tx) => {
      await tx.update(schedules).set({ startedAt: clock.now() }).where(eq(schedules.id, id));
      answer = patch(person, series.id, { memories: { 2027: other.id, 2028: other.id } });
      await untilItWaits(testApp, answer);
    });
    expect((await answer)?.statusCode).toBe(409);
    expect(titlesOf(await load(person, series.id))).toEqual(titlesOf(series));
    await db.update(schedules).set({ startedAt: null }).where(eq(schedules.id, id));
  });

  test('the sweep finds a year in the hands of its owner: it starts with what they chose, once', async () => {
    const { person, other, series } = await prepared();
    clock.set('2027-05-04T15:59:59Z');
    const again = await at(person, '2027-05-04T15:59:59Z');
    const swapping = patch(again, series.id, { memories: { 2027: other.id } });
    const [answer] = await Promise.all([swapping, startDueSchedules(services)]);
    expect(answer.statusCode).toBe(200);
    clock.set('2027-05-04T16:00:00Z');
    await Promise.all([startDueSchedules(services), startDueSchedules(services)]);
    const id = yearOf(series, 2027).scheduleId ?? '';
    expect(await db.$count(deliveryQueue, eq(deliveryQueue.scheduleId, id))).toBe(1);
    expect(yearOf(await load(again, series.id), 2027)).toMatchObject({
      ...{ state: 'begun', memory: { id: other.id } },
    });
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('402: a year whose delivery dates are used up; 409: an unapproved memory; 400: a year outside; 404: of others', async () => {
    const { person, letter, other, maya, series } = await prepared();
    const stranger = await prepared();
    for (let taken = 0; taken < plans.free.deliveryDatesPerYear; taken++)
      await createSchedule(person, {
        memoryId: letter.id,
        deliveryDate: '2029-07-01T16:00:00Z',
        recipientIds: [maya.id],
      });
    const unchecked = await createPhoto(person);
    const of = async (memories: object, id = series.id) => (await patch(person, id, { memories })).statusCode;
    expect(await of({ 2028: other.id, 2029: other.id })).toBe(402);
    expect(await of({ 2028: other.id, 2030: unchecked.id })).toBe(409);
    expect(await of({ 2028: other.id, 2032: other.id })).toBe(400);
    expect(await of({ 2028: other.id, 2030: stranger.letter.id })).toBe(404);
    expect(await of({ 2028: null }, stranger.series.id)).toBe(404);
    expect(await load(person, series.id)).toEqual(series);
  });

  test('200: given to others, in the years that have not begun', async () => {
    const { person: before, other, maya, series } = await prepared();
    const leo = await createRecipient(before, { firstName: 'Leo', birthday: '1993-02-09' });
    const person = await at(before, '2027-05-04T16:00:00Z');
    await startDueSchedules(services);
    const payload = { recipientIds: [leo.id], memories: { 2029: other.id } };
    const { years, recipients } = (await patch(person, series.id, payload)).json<Series>();
    expect([recipients.map(({ id }) => id), years.map(({ age }) => age)]).toEqual([
      [leo.id],
      [34, 35, 36, 37, 38],
    ]);
    const people = (await schedulesOf(person)).map(({ recipients: [one] }) => one?.id);
    expect(people).toEqual([maya.id, leo.id, leo.id, leo.id, leo.id]);
  });
});

describe('a year changed as the schedule it is', () => {
  const change = (person: Person, id: string | null, payload: object) =>
    person.request({ method: 'PATCH', url: `/api/schedules/${id}`, payload });

  test('on another day of its year it stays a year of the series, moved by hand', async () => {
    const { person, other, series } = await prepared();
    const id = yearOf(series, 2028).scheduleId;
    await change(person, id, { deliveryDate: '2028-05-06T16:00:00Z' });
    const moved = await load(person, series.id);
    expect(yearOf(moved, 2028)).toMatchObject({ date: '2028-05-06', isMovedByHand: true, scheduleId: id });
    const swapped = await patch(person, series.id, { memories: { 2028: other.id } });
    expect(yearOf(swapped.json(), 2028)).toMatchObject({ date: '2028-05-06', memory: { id: other.id } });
  });

  test.each([
    ['in another year', { deliveryDate: '2029-01-02T16:00:00Z' }],
    ['after the death of its owner', { deliveryType: 'on_death' }],
  ])('%s it leaves the series, and its year is empty', async (_what, payload) => {
    const { person, series } = await prepared();
    const id = yearOf(series, 2028).scheduleId;
    expect((await change(person, id, payload)).json()).toMatchObject({ seriesId: null, year: null });
    expect(yearOf(await load(person, series.id), 2028)).toMatchObject({ state: 'empty', scheduleId: null });
    expect((await schedulesOf(person)).map((schedule) => schedule.id)).toContain(id);
  });

  test('a memory that is deleted leaves its years empty, and they can be filled again', async () => {
    const { person, letter, other, series } = await prepared();
    await person.request({ method: 'DELETE', url: `/api/memories/${letter.id}` });
    expect((await load(person, series.id)).years.map(({ state }) => state)).toEqual(Array(5).fill('empty'));
    const filled = await patch(person, series.id, { memories: { 2030: other.id } });
    expect(yearOf(filled.json(), 2030).state).toBe('scheduled');
  });

  test('F25: when the rules of its time zone change, each year keeps its hour by the clock of its day', async () => {
    const { person, series } = await prepared();
    const id = yearOf(series, 2030).scheduleId ?? '';
    const other = sql`delivery_date + interval '1 hour'`;
    await db.update(schedules).set({ deliveryDate: other, dueAt: other }).where(eq(schedules.id, id));
    await applyRulesToSoon(services, '2099a');
    await applyRules(services, '2099a');
    expect((await load(person, series.id)).years.map(({ deliveryDate }) => deliveryDate)).toEqual(
      series.years.map(({ deliveryDate }) => deliveryDate),
    );
    const right = and(eq(schedules.id, id), eq(schedules.dueAt, new Date('2030-05-04T16:00:00Z')));
    expect(await db.$count(schedules, right)).toBe(1);
  });
});

describe('DELETE /api/series/{id}', () => {
  test('200: stops the years that have not begun, and says which had', async () => {
    const { person: before, series } = await prepared();
    const person = await at(before, '2027-05-04T16:00:00Z');
    await startDueSchedules(services);
    const answer = await person.request({ method: 'DELETE', url: `/api/series/${series.id}` });
    expect(answer.json()).toEqual({ stopped: [2028, 2030, 2031], begun: [2027] });
    expect((await person.request({ url: `/api/series/${series.id}` })).statusCode).toBe(404);
    expect(await schedulesOf(person)).toMatchObject([
      { id: yearOf(series, 2027).scheduleId, seriesId: null, year: null },
    ]);
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('404: the series of somebody else', async () => {
    const [mine, theirs] = [await prepared(), await prepared()];
    const url = `/api/series/${theirs.series.id}`;
    expect((await mine.person.request({ method: 'DELETE', url })).statusCode).toBe(404);
    expect(await load(theirs.person, theirs.series.id)).toEqual(theirs.series);
  });
});

test('somebody who is removed leaves the years without anybody, and the series says so', async () => {
  const { person, other, maya, series } = await prepared();
  const refused = await person.request({ method: 'DELETE', url: `/api/recipients/${maya.id}` });
  expect(refused.statusCode).toBe(409);
  const url = `/api/recipients/${maya.id}?force=true`;
  const { schedulesWithNobody } = (await person.request({ method: 'DELETE', url })).json();
  expect(schedulesWithNobody).toHaveLength(4);
  const left = await load(person, series.id);
  expect([left.recipients, left.years.map(({ age }) => age)]).toEqual([[], Array(5).fill(null)]);
  expect((await patch(person, series.id, { memories: { 2029: other.id } })).statusCode).toBe(409);
  const leo = await createRecipient(person, { firstName: 'Leo' });
  const given = await patch(person, series.id, { recipientIds: [leo.id], memories: { 2029: other.id } });
  expect([given.statusCode, given.json().recipients[0].id]).toEqual([200, leo.id]);
  expect((await schedulesOf(person)).every(({ recipients }) => recipients[0]?.id === leo.id)).toBe(true);
});
