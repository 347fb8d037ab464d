import { beforeEach, describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Series } from '../../../../../shared/delivery/series.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSeries,
  type Person,
} from '../../../../../test/factories.ts';

const clock = createTestClock('2027-03-01T12:00:00Z');
const testApp = await startTestApp({ clock });
beforeEach(() => clock.set('2027-03-01T12:00:00Z'));

/** Every birthday of Maya's from 2027 until she is 30, with a letter for each except 2029. */
async function prepared(fields: object = {}) {
  const person = await createPerson(testApp);
  const letter = await createLetter(person);
  const maya = await createRecipient(person, { birthday: '2001-05-04' });
  const series = await createSeries(person, {
    ...{ recipientIds: [maya.id], untilYear: undefined, untilAge: 30 },
    ...{ memoryId: letter.id, memories: { 2029: null } },
    ...fields,
  });
  return { person, maya, series };
}

function correct(
  person: Person,
  { id, firstName, lastName, relationship }: Recipient,
  birthday: string | null,
) {
  const payload = { firstName, lastName, relationship, birthday };
  return person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload });
}

const load = async (person: Person, { id }: Series) =>
  (await person.request({ url: `/api/series/${id}` })).json<Series>();
const answer = (person: Person, { id }: Series, payload: object) =>
  person.request({ method: 'POST', url: `/api/series/${id}/birthday`, payload });
const daysOf = async (person: Person) =>
  (await person.request({ url: '/api/schedules' })).json<Schedule[]>().map(({ localDate }) => localDate);

describe('a birthday that is corrected', () => {
  test('moves nothing by itself: the series asks', async () => {
    const { person, maya, series } = await prepared();
    await correct(person, maya, '2001-05-14');
    const asked = await load(person, series);
    expect(asked.birthdayMoved).toEqual({ from: '2001-05-04', to: '2001-05-14' });
    expect(asked.years.map(({ date }) => date)).toEqual(series.years.map(({ date }) => date));
    await correct(person, maya, '2001-05-04');
    expect(await load(person, series)).toEqual(series);
  });

  test('201: moves the years that have not begun and were not moved by hand, and the empty ones', async () => {
    const { person, maya, series } = await prepared();
    const byHand = series.years.at(-1)?.scheduleId;
    const elsewhere = { deliveryDate: '2031-06-01T16:00:00Z' };
    await person.request({ method: 'PATCH', url: `/api/schedules/${byHand}`, payload: elsewhere });
    await correct(person, maya, '2002-05-14');
    const moved = await answer(person, series, { move: true, to: '2002-05-14' });
    expect([moved.statusCode, moved.json()]).toMatchObject([
      201,
      { month: 5, day: 14, untilYear: 2032, untilAge: 30, birthdayMoved: null },
    ]);
    const { years } = moved.json<Series>();
    expect(years.map(({ date, age }) => [date, age])).toEqual([
      ['2027-05-14', 25],
      ['2028-05-14', 26],
      ['2029-05-14', 27],
      ['2030-05-14', 28],
      ['2031-06-01', 29],
      ['2032-05-14', 30],
    ]);
    expect(await daysOf(person)).toEqual(['2027-05-14', '2028-05-14', '2030-05-14', '2031-06-01']);
    expect(years[0]?.deliveryDate).toBe('2027-05-14T16:00:00.000Z');
  });

  test.each([true, false])(
    '201: undone, the years are where they were, and it asks again (moved: %s)',
    async (move) => {
      const { person, maya, series } = await prepared();
      await correct(person, maya, '2002-05-14');
      const asked = await load(person, series);
      const [from, to, before] = ['2001-05-04', '2002-05-14', { month: 5, day: 4, untilYear: 2031 }];
      await answer(person, series, { move, to });
      const undo = (payload: object) =>
        person.request({ method: 'POST', url: `/api/series/${series.id}/birthday/undo`, payload });
      expect((await undo({ move, from, to: '2003-01-01', before })).statusCode).toBe(409);
      const undone = await undo({ move, from, to, before });
      expect([undone.statusCode, { ...undone.json<Series>(), version: 0 }]).toEqual([
        201,
        { ...asked, version: 0 },
      ]);
      expect((await undo({ move, from, to, before })).statusCode).toBe(409);
      expect(await daysOf(person)).toEqual(['2027-05-04', '2028-05-04', '2030-05-04', '2031-05-04']);
    },
  );

  test('201: undone, it stays on the day on which it was left when the birthday was corrected before', async () => {
    const { person, maya, series } = await prepared();
    await correct(person, maya, '2001-05-06');
    await answer(person, series, { move: false, to: '2001-05-06' });
    await correct(person, maya, '2002-05-04');
    await answer(person, series, { move: true, to: '2002-05-04' });
    const undone = await person.request({
      method: 'POST',
      url: `/api/series/${series.id}/birthday/undo`,
      payload: {
        ...{ move: true, from: '2001-05-06', to: '2002-05-04' },
        before: { month: 5, day: 4, untilYear: 2031 },
      },
    });
    expect(undone.json<Series>()).toMatchObject({ month: 5, day: 4, untilYear: 2031 });
    expect(await daysOf(person)).toEqual(['2027-05-04', '2028-05-04', '2030-05-04', '2031-05-04']);
  });

  test('201: somebody who is older than thought: the year that was the last keeps what was planned for it', async () => {
    const { person, maya, series } = await prepared();
    await correct(person, maya, '2000-05-04');
    const { untilYear, years } = (
      await answer(person, series, { move: true, to: '2000-05-04' })
    ).json<Series>();
    expect([untilYear, years.at(-1)]).toMatchObject([2031, { age: 31, state: 'scheduled' }]);
  });

  test('201: born on 29 February after all', async () => {
    const { person, maya, series } = await prepared({ fromYear: 2028, untilYear: 2032, untilAge: undefined });
    await correct(person, maya, '2000-02-29');
    await answer(person, series, { move: true, to: '2000-02-29' });
    expect(await daysOf(person)).toEqual(['2028-02-29', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  test('201: kept where it is, it asks no more, until the birthday is corrected again', async () => {
    const { person, maya, series } = await prepared();
    await correct(person, maya, '2001-05-14');
    const kept = (await answer(person, series, { move: false, to: '2001-05-14' })).json<Series>();
    expect([kept.birthdayMoved, kept.day, kept.untilYear]).toEqual([null, 4, 2031]);
    expect(await daysOf(person)).toEqual(['2027-05-04', '2028-05-04', '2030-05-04', '2031-05-04']);
    await correct(person, maya, '2001-05-15');
    expect((await load(person, series)).birthdayMoved).toEqual({ from: '2001-05-14', to: '2001-05-15' });
  });

  test('409: a year in which the new day is over already; none of them is moved', async () => {
    const { person, maya, series } = await prepared();
    await correct(person, maya, '2001-02-04');
    const refused = await answer(person, series, { move: true, to: '2001-02-04' });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([409, ['2027']]);
    expect(await daysOf(person)).toEqual(['2027-05-04', '2028-05-04', '2030-05-04', '2031-05-04']);
    const url = `/api/series/${series.id}`;
    await person.request({ method: 'PATCH', url, payload: { memories: { 2027: null } } });
    expect((await answer(person, series, { move: true, to: '2001-02-04' })).statusCode).toBe(201);
    expect(await daysOf(person)).toEqual(['2028-02-04', '2030-02-04', '2031-02-04']);
  });

  test('409: nothing is asked, or the birthday is another one by now', async () => {
    const { person, maya, series } = await prepared();
    expect((await answer(person, series, { move: true, to: '2001-05-04' })).statusCode).toBe(409);
    await correct(person, maya, '2001-05-14');
    expect((await answer(person, series, { move: true, to: '2001-05-13' })).statusCode).toBe(409);
    await correct(person, maya, null);
    expect((await load(person, series)).birthdayMoved).toBeNull();
    expect((await answer(person, series, { move: true, to: '2001-05-14' })).statusCode).toBe(409);
  });
});
