import { expect, test } from 'vitest';
import { layOutYears, yearsWidth } from './years-layout.ts';

function knot(date: string, text = date) {
  return { key: date, date, name: 'Maya', text, isTrouble: false };
}

test('deliveries hang to scale, and no stem cuts through the words of another', () => {
  const { knots, ticks } = layOutYears(
    [
      knot('2031-05-04'),
      knot('2026-12-24', '24 December 2026. No address yet. It would wait.'),
      knot('2049-02-09', '9 February 2049. After your guarantee ends'),
    ],
    2026,
    2049,
  );
  expect(knots.map(({ date }) => date)).toEqual(['2026-12-24', '2031-05-04', '2049-02-09']);
  expect(knots.map(({ x }) => Math.round(x))).toEqual([73, 266, 1050]);
  expect(knots.map(({ labelY }) => labelY)).toEqual([34, 92, 92]);
  expect(knots.map(({ anchor }) => anchor)).toEqual(['start', 'middle', 'end']);
  expect(ticks.map(({ year }) => year)).toEqual([2026, 2030, 2034, 2038, 2042, 2046, 2050]);
});

test('where many lie close together some have no words, and all stay on the line', () => {
  const days = Array.from({ length: 28 }, (_, index) =>
    knot(`2030-02-${String(index + 1).padStart(2, '0')}`),
  );
  const { knots } = layOutYears(days, 2030, 2030);
  expect(knots.filter(({ labelY }) => labelY !== null).length).toBeLessThan(6);
  expect(knots.filter(({ labelY }) => labelY !== null).length).toBeGreaterThan(0);
  for (const { x } of knots) expect(x).toBeLessThan(yearsWidth);
});

test('one year alone has a line too', () => {
  expect(layOutYears([knot('2030-12-31')], 2030, 2030).ticks.map(({ year }) => year)).toEqual([2030, 2031]);
});
