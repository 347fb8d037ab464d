import { describe, expect, test } from 'vitest';
import type { PaidState } from '../../../billing/subscriptions/standing/standing.ts';
import { isInArrears } from './paid-for.ts';

const now = new Date('2030-05-04T12:00:00Z');
const paid: PaidState = {
  subscriptionPlan: 'basic',
  paidThrough: new Date('2030-06-01T12:00:00Z'),
  subscriptionStartDate: new Date('2026-01-01T12:00:00Z'),
  paidSince: null,
  lapseStoppedAt: null,
  lapsePausedSeconds: 0,
};
/** Paid again for long enough that earlier debts are forgiven: with the reduced price, the last three months count from then on. */
const paidAgain: PaidState = { ...paid, paidSince: new Date('2030-02-04T12:00:00Z') };
const unpaid: PaidState = { ...paid, paidThrough: new Date('2030-03-01T12:00:00Z') };
const inWinter = new Date('2029-12-01T12:00:00Z');

describe('a delivery waits for a payment only where neither day is paid for', () => {
  test.each<[string, PaidState, Date, boolean]>([
    ['paid now and when it fell due', paid, inWinter, false],
    ['paid now, and not when it fell due', paidAgain, inWinter, false],
    ['not paid now, and paid when it fell due', unpaid, inWinter, false],
    ['paid neither now nor when it fell due', unpaid, new Date('2030-04-01T12:00:00Z'), true],
    ['paid until the moment at which it fell due', unpaid, new Date('2030-03-01T12:00:00Z'), false],
    ['unpaid one second before it fell due', unpaid, new Date('2030-03-01T12:00:01Z'), true],
    ['of a free plan', { ...unpaid, subscriptionPlan: 'free' }, now, false],
  ])('%s', (_what, account, dueAt, isWaiting) => {
    expect(isInArrears(account, dueAt, now)).toBe(isWaiting);
  });
});
