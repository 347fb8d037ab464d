import { describe, expect, test } from 'vitest';
import {
  afterPaying,
  type PaidState,
  planInForce,
  type Standing,
  standingForDelivery,
  standingOf,
} from './arrears.ts';

const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00Z` : text);

const current: Standing = { state: 'current' };

/** Paid until 31 January 2030, at noon, by a plan that began on a 31st. */
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
