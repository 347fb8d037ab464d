import { expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { lifeOf, type Person } from './life.ts';

const maya: Person = {
  firstName: 'Maya',
  birthday: '2001-05-04',
  days: [{ name: 'Wedding', date: '2025-09-12' }],
};
const today = '2026-10-12';
const on = (localDate: string, id = localDate): Schedule => makeSchedule({ id, localDate });
const onDeath = makeSchedule({ id: 'death', deliveryType: 'on_death' });
const said = (person: Person, waiting: Schedule[], day = today) =>
  lifeOf(person, waiting, day).stops.map(({ title, note }) => [title, note].filter(Boolean).join(': '));

test('a life from today until the last day, and after a death; empty birthdays are only named', () => {
  expect(said(maya, [on('2031-05-04'), on('2041-05-04'), onDeath])).toEqual([
    'Today: Maya is 25',
    '26 to 29: four birthdays, nothing yet',
    '4 May 2031: Maya turns 30',
    '12 September 2035: ten years married, nothing yet',
    '4 May 2041: Maya turns 40',
    'After your death: once it has been confirmed',
  ]);
  expect(lifeOf(maya, [on('2031-05-04'), on('2041-05-04')], today).emptyBirthdays).toHaveLength(13);
});

test('with nothing planned one looks ten years ahead', () => {
  expect(said(maya, [])).toEqual([
    'Today: Maya is 25',
    '26 to 35: ten birthdays, nothing yet',
    '12 September 2035: ten years married, nothing yet',
  ]);
});

test('what is due next week does not make the thread a week long: the next five years are on it', () => {
  const life = lifeOf(maya, [on('2026-10-19')], today);
  expect(life.until).toBe('2031-10-12');
  expect(said(maya, [on('2026-10-19')])).toEqual([
    'Today: Maya is 25',
    '19 October 2026',
    '26 to 30: five birthdays, nothing yet',
  ]);
  expect(lifeOf(maya, [on('2046-10-12')], today).until).toBe('2046-10-12');
});

test('of many empty days that come again the next six are named', () => {
  const days = Array.from({ length: 20 }, (_, year) => ({ name: 'Feast', date: `${1990 + year}-06-01` }));
  const { stops } = lifeOf({ firstName: 'Leo', birthday: null, days }, [on('2076-01-01')], today);
  expect(stops.filter(({ kind, items }) => kind === 'day' && items.length === 0)).toHaveLength(6);
});

test('a single empty birthday is named by its day', () => {
  expect(said({ ...maya, days: [] }, [on('2028-05-04'), on('2032-01-01')])).toEqual([
    'Today: Maya is 25',
    '4 May 2027: Maya turns 26, nothing yet',
    '4 May 2028: Maya turns 27',
    '1 January 2032',
  ]);
});

test('somebody of whom no day is known', () => {
  const person = { firstName: 'Leo', birthday: null, days: [] };
  expect(said(person, [])).toEqual(['Today']);
  expect(said(person, [on('2030-01-01')])).toEqual(['Today', '1 January 2030']);
});

test('what is late stands before today', () => {
  expect(
    said({ ...maya, birthday: null, days: [] }, [on('2026-09-30'), on('2026-10-11'), on(today)]),
  ).toEqual([
    '30 September 2026: still waiting',
    '11 October 2026: still waiting',
    'Today',
    '12 October 2026',
  ]);
});

test('several things of one day hang together; what is late hangs at today', () => {
  const life = lifeOf(maya, [on('2026-10-01'), on('2031-05-04', 'one'), on('2031-05-04', 'two')], today);
  const hung = life.stops.filter(({ items }) => items.length > 0);
  expect(hung.map(({ at, note, items }) => [at, note, items.length])).toEqual([
    [today, 'still waiting', 1],
    ['2031-05-04', 'Maya turns 30', 2],
  ]);
});
