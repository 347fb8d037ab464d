import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthsAfter } from '../../../../platform/local-time.ts';
import {
  afterPaying,
  type PaidState,
  planInForce,
  type Standing,
  standingForDelivery,
  standingOf,
} from './standing.ts';
import { paused, resumed } from './standing-state.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00Z` : text);

const current: Standing = { state: 'current' };

/** Paid until noon on 31 January 2030; the plan began on a 31st. */
const account = (changes: Partial<PaidState> = {}): PaidState => ({
  subscriptionPlan: 'basic',
  paidThrough: at('2030-01-31'),
  subscriptionStartDate: at('2029-10-31'),
  paidSince: at('2029-10-31'),
  lapseStoppedAt: null,
  lapsePausedSeconds: 0,
  ...changes,
});

describe('F36: the grace rule at the very instants', () => {
  test.each([
    ['paid through', '2030-01-31T12:00:00.000Z', 0, true],
    ['1 ms later', '2030-01-31T12:00:00.001Z', 1, true],
    ['end of the 1st month, the last day of February', '2030-02-28T12:00:00.000Z', 1, true],
    ['1 ms later', '2030-02-28T12:00:00.001Z', 2, true],
    ['end of the 2nd month, on the 31st again', '2030-03-31T12:00:00.000Z', 2, true],
    ['1 ms later', '2030-03-31T12:00:00.001Z', 3, true],
    ['end of the grace', '2030-04-30T12:00:00.000Z', 3, true],
    ['1 ms later', '2030-04-30T12:00:00.001Z', 4, false],
    ['a year later', '2031-01-31T12:00:00.001Z', 13, false],
  ])('%s (%s): %d months begun, guaranteed: %s', (_, now, monthsStarted, isGuaranteed) => {
    const standing = standingOf(account(), at(now));
    const months = Math.min(monthsStarted, 3);
    if (monthsStarted === 0) expect(standing).toEqual(current);
    else
      expect(standing).toMatchObject({
        state: 'in_arrears',
        lapsedAt: at('2030-01-31'),
        monthsStarted,
        isGuaranteed,
        graceEndsAt: at('2030-04-30'),
        amountCents: months * 2000,
        months: { length: months },
      });
    expect(planInForce(account(), at(now))).toBe(monthsStarted === 0 ? 'basic' : 'free');
    const paid = { ...account(), ...afterPaying(account(), at(now)) };
    expect(standingForDelivery(paid, at(now))).toEqual(current);
  });
});

describe('who is current for ever', () => {
  test.each<[string, Partial<PaidState>]>([
    ['a free plan', { subscriptionPlan: 'free' }],
    ['a free plan since a short while', { subscriptionPlan: 'free', paidSince: at('2098-12-01') }],
    ['a plan given without a limit', { paidThrough: null }],
  ])('%s', (_, changes) => {
    expect(standingForDelivery(account(changes), at('2099-01-01'))).toEqual(current);
  });
});

test.each([
  ['long ago stays paid from then on', '2028-01-01', '2028-01-01'],
  ['within the last three months counts from three months ago', '2030-03-15', '2030-01-29'],
])('of the reduced price a plan taken up again %s', (_, paidSince, after) => {
  const reduced = account({ subscriptionStartDate: at('2026-10-31'), paidSince: at(paidSince) });
  expect(afterPaying(reduced, at('2030-04-29')).paidSince).toEqual(at(after));
});

test('no pause is noted for a plan that never lapses', () => {
  const endless = account({ paidThrough: null, lapseStoppedAt: at('2030-03-01') });
  expect(resumed(endless, at('2030-04-01'))).toEqual({ lapseStoppedAt: null, lapsePausedSeconds: 0 });
});

test('without a start the reduced price is not reached', () => {
  const standing = standingOf(account({ subscriptionStartDate: null }), at('2030-04-29'));
  expect(standing).toMatchObject({ amountCents: 6000 });
});

test.each([
  ['the plan’s price', 'basic', '2029-10-31', [2000, 2000, 2000]],
  [
    'the reduced one from the month that begins 36 months after the start',
    'basic',
    '2027-02-28',
    [2000, 699, 699],
  ],
  ['the reduced one', 'premium', '2026-10-31', [1999, 1999, 1999]],
] as const)('of three months, each is charged at %s', (_, subscriptionPlan, start, amounts) => {
  const began = account({ subscriptionPlan, subscriptionStartDate: at(start) });
  const standing = standingOf(began, at('2030-04-29'));
  expect(standing).toMatchObject({ months: amounts.map((amountCents) => ({ amountCents })) });
});

test.each([
  ['leap year', '2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['end of the year', '2029-11-30', ['2029-12-31', '2030-01-31', '2030-02-28']],
  ['a leap day', '2028-02-29', ['2028-03-31', '2028-04-30', '2028-05-31']],
])('%s: months return to the 31st on which the plan began', (_, paidThrough, ends) => {
  const standing = standingOf(account({ paidThrough: at(paidThrough) }), at('2033-01-01'));
  expect(standing).toMatchObject({ months: ends.map((to) => ({ to: at(to) })) });
});

test('months are counted from the day itself where it is not that on which the plan began', () => {
  const other = account({ paidThrough: at('2030-01-10') });
  expect(standingOf(other, at('2030-02-10'))).toMatchObject({
    monthsStarted: 1,
    securesUntil: at('2030-02-10'),
  });
});

describe('F36: once the reduced price is paid, the last three months have to be', () => {
  const reduced = (changes: Partial<PaidState> = {}) =>
    account({
      subscriptionStartDate: at('2026-10-31'),
      paidThrough: at('2030-06-30'),
      paidSince: at('2030-03-31'),
      ...changes,
    });

  test.each([
    ['on the day it was taken up again', '2030-03-31T12:00:00.000Z', 3],
    ['1 ms before a month is over', '2030-04-30T11:59:59.999Z', 3],
    ['after one month', '2030-04-30T12:00:00.000Z', 2],
    ['after two', '2030-05-31T12:00:00.000Z', 1],
    ['1 ms before three', '2030-06-30T11:59:59.999Z', 1],
    ['after three', '2030-06-30T12:00:00.000Z', 0],
  ])('%s (%s): %d are missing', (_, now, missing) => {
    const standing = standingForDelivery(reduced(), at(now));
    if (missing === 0) expect(standing).toEqual(current);
    else
      expect(standing).toMatchObject({
        state: 'in_arrears',
        monthsStarted: missing,
        amountCents: missing * 699,
        securesUntil: at('2030-06-30'),
        graceEndsAt: at('2030-06-30'),
      });
    expect(planInForce(reduced(), at(now))).toBe('basic');
    const paid = { ...reduced(), ...afterPaying(reduced(), at(now)) };
    expect(standingForDelivery(paid, at(now))).toEqual(current);
    expect(paid.paidThrough).toEqual(at('2030-06-30'));
  });

  test.each([
    ['before the reduced price', { subscriptionStartDate: at('2027-06-30') }],
    ['where nobody noted a gap', { paidSince: null }],
  ])('nothing is missing %s', (_, changes) => {
    expect(standingForDelivery(reduced(changes), at('2030-04-01'))).toEqual(current);
  });

  test('what is missing and what is due are three months together', () => {
    const both = reduced({ paidThrough: at('2030-04-30') });
    expect(standingForDelivery(both, at('2030-05-01'))).toMatchObject({
      months: [{ from: at('2030-01-31') }, { from: at('2030-02-28') }, { from: at('2030-04-30') }],
      amountCents: 3 * 699,
      securesUntil: at('2030-05-31'),
    });
  });
});

const dayMs = 24 * 3600 * 1000;
const from2026 = Date.UTC(2026, 0, 1);
const anyInstant = fc.integer({ min: from2026, max: Date.UTC(2040, 0, 1) }).map((ms) => new Date(ms));
const anyPause = fc.integer({ min: 0, max: 400 * 24 * 3600 });

/** Started some time ago, paid for whole months since, and resumed in any of them. */
const anyAccount = fc
  .record({
    plan: fc.constantFrom('basic' as const, 'premium' as const),
    start: anyInstant,
    months: fc.integer({ min: 1, max: 60 }),
    since: fc.option(fc.integer({ min: 0, max: 59 })),
    paused: fc.oneof(fc.constant(0), anyPause),
  })
  .map(
    ({ plan, start, months, since, paused }): PaidState => ({
      subscriptionPlan: plan,
      subscriptionStartDate: start,
      paidThrough: monthsAfter(start, months),
      paidSince: since === null ? null : monthsAfter(start, Math.min(since, months - 1)),
      lapseStoppedAt: null,
      lapsePausedSeconds: paused,
    }),
  );
const later = (account: PaidState, ms: number) => new Date(Number(account.paidThrough) + ms);
/** From half a year before the lapse to five years after it. */
const anyDistance = fc.integer({ min: -180 * dayMs, max: 5 * 365 * dayMs });

describe('whatever was paid, and however long ago', () => {
  test('at most three months are charged, without a gap, and paying them makes current until the month is over', () => {
    fc.assert(
      fc.property(anyAccount, anyDistance, (account, ms) => {
        const now = later(account, ms);
        for (const standing of [standingOf(account, now), standingForDelivery(account, now)]) {
          if (standing.state === 'current') continue;
          const { months, amountCents } = standing;
          expect(months.length).toBeGreaterThan(0);
          expect(months.length).toBeLessThanOrEqual(3);
          expect(amountCents).toBe(months.reduce((sum, month) => sum + month.amountCents, 0));
          expect(standing.securesUntil >= now).toBe(true);
        }
        const due = standingOf(account, now);
        const months = due.state === 'current' ? [] : due.months;
        for (const [index, { from, to }] of months.entries()) {
          expect(from).toEqual(months[index - 1]?.to ?? account.paidThrough);
          expect(to > from).toBe(true);
        }
        const paid = { ...account, ...afterPaying(account, now) };
        expect(standingForDelivery(paid, now)).toEqual(current);
        if (due.state === 'current') return;
        expect(paid.paidThrough).toEqual(due.securesUntil);
        expect(standingOf(paid, due.securesUntil)).toEqual(current);
        expect(standingOf(paid, new Date(+due.securesUntil + 1))).toMatchObject({ monthsStarted: 1 });
      }),
      { numRuns: 2000 },
    );
  });

  test('what is due never becomes less with time, and the guarantee ends once', () => {
    fc.assert(
      fc.property(anyAccount, anyDistance, anyDistance, (account, one, other) => {
        const [sooner, then] = [Math.min(one, other), Math.max(one, other)].map((ms) =>
          standingOf(account, later(account, ms)),
        );
        if (sooner?.state !== 'in_arrears') return;
        expect(then).toMatchObject({ state: 'in_arrears', graceEndsAt: sooner.graceEndsAt });
        if (then?.state !== 'in_arrears') return;
        expect(then.amountCents).toBeGreaterThanOrEqual(sooner.amountCents);
        expect(then.monthsStarted).toBeGreaterThanOrEqual(sooner.monthsStarted);
        expect(then.isGuaranteed && !sooner.isGuaranteed).toBe(false);
      }),
    );
  });

  test('a pause moves every date after the lapse by exactly the pause', () => {
    fc.assert(
      fc.property(anyAccount, anyDistance, anyPause, (account, ms, seconds) => {
        const plain = { ...account, lapsePausedSeconds: 0 };
        const paused = { ...account, lapsePausedSeconds: seconds };
        const shift = (date: Date) => new Date(+date + seconds * 1000);
        const standing = standingOf(plain, later(account, ms));
        const moved = standingOf(paused, shift(later(account, ms)));
        if (standing.state === 'current') expect(moved).toEqual(current);
        else
          expect(moved).toEqual({
            ...standing,
            months: standing.months.map(({ from, to, amountCents }, index) => ({
              from: index === 0 ? from : shift(from),
              to: shift(to),
              amountCents,
            })),
            graceEndsAt: shift(standing.graceEndsAt),
            securesUntil: shift(standing.securesUntil),
          });
      }),
    );
  });

  test('while the clock stands still nothing becomes due; it goes on where it stood', () => {
    fc.assert(
      fc.property(anyAccount, anyDistance, anyPause, (account, ms, seconds) => {
        const at = later(account, ms);
        const still = { ...account, ...paused(account, at) };
        const now = new Date(+at + seconds * 1000);
        const counted = (state: Standing) => (state.state === 'current' ? 0 : state.monthsStarted);
        const before = counted(standingOf(account, at));
        expect(counted(standingOf(still, now))).toBe(before);
        const again = { ...still, ...resumed(still, now) };
        expect(counted(standingOf(again, now))).toBe(before);
        expect(standingOf(again, now)).toEqual(standingOf(still, now));
      }),
    );
  });
});

describe('a clock that stops for reports of a death', () => {
  test('F36: who was current on the day of the death stays so, though the reduced price would have come before the lapse', () => {
    const dead = account({
      subscriptionStartDate: at('2027-01-31'),
      paidSince: at('2029-11-30'),
      lapseStoppedAt: at('2030-01-30'),
    });
    expect(standingForDelivery(dead, at('2060-01-01'))).toEqual(current);
    expect(
      standingForDelivery({ ...dead, lapseStoppedAt: at('2030-01-31') }, at('2060-01-01')),
    ).toMatchObject({
      months: { length: 1 },
    });
  });

  /** What happens to an account, in seconds so that pauses are whole. */
  const anyEvent = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
    fc.record({ kind: fc.constantFrom('report', 'end'), report: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constantFrom('pay' as const, 'renew' as const) }),
  );

  test('counts, in any order of reports, ends, payments and months, the time in which no report was open', () => {
    fc.assert(
      fc.property(anyAccount, fc.array(anyEvent, { maxLength: 40 }), (began, events) => {
        let account: PaidState = { ...began, lapsePausedSeconds: 0 };
        let now = new Date(+later(account, -20 * dayMs));
        let countedMs = 0;
        const open = new Set<number>();
        for (const event of events) {
          if ('days' in event) {
            const next = new Date(+now + event.days * dayMs);
            if (open.size === 0)
              countedMs += Math.max(0, +next - Math.max(+now, Number(account.paidThrough)));
            now = next;
          } else if ('report' in event) {
            if (event.kind === 'report') open.add(event.report);
            else open.delete(event.report);
            const change = open.size > 0 ? paused(account, now) : resumed(account, now);
            account = { ...account, ...change };
          } else {
            const isDue = standingOf(account, now).state === 'in_arrears';
            if (event.kind === 'pay') account = { ...account, ...afterPaying(account, now) };
            else account = { ...account, paidThrough: monthsAfter(now, 1), lapsePausedSeconds: 0 };
            if (event.kind === 'renew' || isDue) countedMs = 0;
          }
          const plain = { ...account, lapseStoppedAt: null, lapsePausedSeconds: 0 };
          const expected = standingOf(plain, later(account, countedMs));
          const standing = standingOf(account, now);
          expect(standing.state).toBe(expected.state);
          if (standing.state === 'current' || expected.state === 'current') continue;
          expect(standing.monthsStarted).toBe(expected.monthsStarted);
          expect(standing.amountCents).toBe(expected.amountCents);
        }
      }),
    );
  });

  test('never goes on after a verified death: who was current on that day is for good, and all others once it is paid', () => {
    fc.assert(
      fc.property(anyAccount, anyDistance, anyPause, anyPause, (account, ms, seconds, more) => {
        const dies = later(account, ms);
        const heard = new Date(+dies + seconds * 1000);
        const dead = { ...account, ...paused({ ...account, ...paused(account, heard) }, dies) };
        const now = new Date(+heard + more * 1000);
        const wasCurrent = standingOf(account, dies).state === 'current';
        if (wasCurrent) expect(standingOf(dead, now)).toEqual(current);
        const paid = { ...dead, ...afterPaying(dead, now) };
        expect(standingForDelivery(paid, new Date(+now + 30 * 365 * dayMs))).toEqual(current);
      }),
    );
  });
});
