import { expect, test } from 'vitest';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import { afterChoice, inForce, nothingChosen, type Strictness } from './strictness.ts';

const now = new Date('2026-05-04T12:00:00Z');
const days = (count: number) => wholeDaysAfter(now, count);
const wish = (objectionDays: number | null, reporters: Strictness['reporters'] = 'anyone') => ({
  objectionDays,
  reporters,
});
const named = 'trusted_contacts';

test.each([
  { what: 'a longer window', from: wish(null), to: wish(7), at: 0, counts: wish(7) },
  { what: 'named reporters', from: wish(null), to: wish(null, named), at: 0, counts: wish(null, named) },
  { what: 'a shorter window, soon', from: wish(14), to: wish(7), at: 29, counts: wish(14) },
  { what: 'a shorter window, later', from: wish(14), to: wish(7), at: 30, counts: wish(7) },
  { what: 'the usual window, soon', from: wish(14), to: wish(null), at: 1, counts: wish(14) },
  { what: 'anybody, soon', from: wish(7, named), to: wish(7), at: 1, counts: wish(7, named) },
  { what: 'longer for anybody', from: wish(7, named), to: wish(9), at: 1, counts: wish(9, named) },
  { what: 'shorter for named', from: wish(9), to: wish(7, named), at: 1, counts: wish(9, named) },
  { what: 'both later', from: wish(9, named), to: wish(null), at: 30, counts: wish(null) },
])('$what', ({ from, to, at, counts }) => {
  const stored = afterChoice({ ...nothingChosen, ...from }, to, now);
  expect(inForce(stored, days(at))).toEqual(counts);
});

test('a second step counts from its own day', () => {
  const first = afterChoice({ ...nothingChosen, ...wish(14) }, wish(10), now);
  const second = afterChoice(first, wish(5), days(20));
  expect(inForce(second, days(49))).toEqual(wish(14));
  expect(inForce(second, days(50))).toEqual(wish(5));
});
