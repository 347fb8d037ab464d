import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { type Life, lifeOf } from './life.ts';
import { daysBetween, layOutLife, lifeWidth } from './life-layout.ts';

const today = '2026-10-12';
const plus = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const people = fc.record({
  firstName: fc.constant('Maya'),
  birthday: fc.option(fc.integer({ min: -36_000, max: 0 }).map(plus)),
  days: fc.array(
    fc.record({ name: fc.constant('Wedding'), date: fc.integer({ min: -9_000, max: 9_000 }).map(plus) }),
    { maxLength: 3 },
  ),
});
const things = fc
  .tuple(fc.array(fc.integer({ min: -40, max: 20_000 }), { maxLength: 7 }), fc.integer({ min: 0, max: 2 }))
  .map(([days, after]) => [
    ...days.toSorted((one, other) => one - other).map((day) => makeSchedule({ localDate: plus(day) })),
    ...Array.from({ length: after }, () => makeSchedule({ deliveryType: 'on_death' })),
  ]);
const lives = fc.tuple(people, things).map(([person, waiting]) => lifeOf(person, waiting, today));

const cardWidth = 232;
const labelWidth = 156;

test('a life is laid out in the order of time, nothing on top of another, within the page', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const layout = layOutLife(life);
      if (!layout) {
        const isFull = withCards(life) > 3 || life.stops.some(({ items: held }) => held.length > 3);
        expect(isFull || isLate(life)).toBe(true);
        return;
      }
      const shown = life.stops
        .filter(({ key }) => layout.x.has(key))
        .map((stop) => ({ ...stop, x: layout.x.get(stop.key) ?? -1 }));
      expect(shown[0]).toMatchObject({ kind: 'today', x: 0 });
      expect(shown.filter(({ items: held }) => held.length > 0)).toHaveLength(withCards(life));
      const labels = shown.slice(1);
      const cards = labels.filter(({ items: held }) => held.length > 0);
      expectApart(
        labels.map(({ x }) => x),
        labelWidth,
      );
      expectApart(
        cards.map(({ x }) => x),
        cardWidth,
      );
      for (const tick of layout.ticks) expect(tick).toBeGreaterThanOrEqual(0);
      expect(layout.ticks).toEqual(layout.ticks.toSorted((one, other) => one - other));
      expect(layout.solidUntil).toBeLessThanOrEqual(lifeWidth);
    }),
    { numRuns: 500 },
  );
});

function isLate({ stops }: Life): boolean {
  return stops[0]?.kind === 'day';
}

function withCards({ stops }: Life): number {
  return stops.filter(({ items: held }) => held.length > 0).length;
}

function expectApart(places: number[], width: number) {
  for (const [index, x] of places.entries()) {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(lifeWidth);
    if (index > 0) expect(x - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(width);
  }
}

test('where there is room, distances are to scale', () => {
  const person = { firstName: 'Maya', birthday: null, days: [] };
  const dates = ['2031-10-12', '2036-10-12', '2041-10-12'];
  const life = lifeOf(
    person,
    dates.map((localDate) => makeSchedule({ localDate })),
    today,
  );
  const layout = layOutLife(life);
  const last = daysBetween(today, '2041-10-12');
  for (const date of dates)
    expect(layout?.x.get(date)).toBeCloseTo((daysBetween(today, date) / last) * (lifeWidth - cardWidth / 2));
});

test('one thing next week hangs beside today, and five years lie ahead of it', () => {
  const person = { firstName: 'Maya', birthday: '2001-05-04', days: [] };
  const layout = layOutLife(lifeOf(person, [makeSchedule({ localDate: plus(7) })], today));
  expect(layout?.x.get(plus(7))).toBeLessThan(cardWidth);
  expect(layout?.ticks.at(-1)).toBeGreaterThan(lifeWidth / 2);
});

test('what is late goes down the page, since the line begins today', () => {
  const person = { firstName: 'Maya', birthday: null, days: [] };
  expect(layOutLife(lifeOf(person, [makeSchedule({ localDate: plus(-1) })], today))).toBeNull();
  expect(layOutLife(lifeOf(person, [makeSchedule({ localDate: today })], today))).not.toBeNull();
});

test('more than three things of one day go down the page', () => {
  const person = { firstName: 'Maya', birthday: null, days: [] };
  const things = Array.from({ length: 4 }, (_, index) => makeSchedule({ id: `${index}` }));
  expect(layOutLife(lifeOf(person, things.slice(1), today))).not.toBeNull();
  expect(layOutLife(lifeOf(person, things, today))).toBeNull();
});

test('what holds nothing gives way; what waits never does', () => {
  const person = {
    firstName: 'Maya',
    birthday: '2001-05-04',
    days: [{ name: 'Wedding', date: '2021-09-12' }],
  };
  const dates = ['2031-05-04', '2031-11-04', '2032-05-04', '2032-11-04'];
  const life = lifeOf(
    person,
    dates.map((localDate) => makeSchedule({ localDate })),
    today,
  );
  const layout = layOutLife(life);
  expect(dates.every((date) => layout?.x.has(date))).toBe(true);
  expect(layout?.x.has('2031-09-12 ten years married')).toBe(false);
});
