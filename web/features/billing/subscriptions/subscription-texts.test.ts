import { expect, test } from 'vitest';
import { describePurpose } from '../../../../shared/billing/payment-purposes.ts';
import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import { describeRefund, describeSubscription, titleOfChange } from './subscription-texts.ts';

const zone = 'America/New_York';
const held: Subscription = {
  plan: 'premium',
  billingPeriod: 'annual',
  isReduced: false,
  status: 'active',
  paidThrough: '2031-02-28T12:00:00Z',
  endsAt: null,
  nextPlan: null,
  nextPeriod: null,
};

test.each<[Partial<Subscription>, string]>([
  [{}, 'It renews on 28 February 2031.'],
  [
    { endsAt: '2031-02-28T12:00:00Z', nextPlan: 'basic' },
    'It ends on 28 February 2031, and nothing more is charged.',
  ],
  [{ nextPlan: 'basic', nextPeriod: 'monthly' }, 'It becomes Golden Thread, monthly on 28 February 2031.'],
  [{ status: 'overdue' }, 'The last payment did not go through.'],
  [{ status: 'ended', endsAt: '2031-02-28T12:00:00Z' }, 'It has ended, and nothing more is charged.'],
])('%o', (change, sentence) => {
  expect(describeSubscription({ ...held, ...change }, zone)).toBe(`Eternal Light, annual. ${sentence}`);
});

test('a period that is over and not paid yet does not renew on a day that has passed', () => {
  const after = Date.parse('2031-03-01T12:00:00Z');
  expect(describeSubscription(held, zone, after)).toBe(
    'Eternal Light, annual. The next payment is still on its way.',
  );
});

test.each([
  ['free', 'monthly', 'Cancel Eternal Light?'],
  ['basic', 'annual', 'Change to Golden Thread?'],
  ['premium', 'annual', 'Pay Eternal Light by the year?'],
] as const)('to %s, %s: %s', (plan, period, title) => {
  expect(titleOfChange(held, { plan, period })).toBe(title);
});

test('a payment says what it was for, and what was refunded of it', () => {
  const payment = { id: '1', paidAt: '2031-02-28T12:00:00Z', amount: 20, invoiceUrl: null, refund: null };
  const renewal = { ...payment, purpose: 'renewal', plan: 'basic' as const };
  expect(describePurpose(renewal)).toBe('Golden Thread, renewed');
  expect(describePurpose({ purpose: 'gift-order', plan: null })).toBe('Gifts from the store');
  const given = '2031-03-02T12:00:00Z';
  const told = (amount: number, givenBackAt: string | null) =>
    describeRefund({ ...renewal, refund: { amount, givenBackAt } }, zone);
  expect(describeRefund(renewal, zone)).toBeNull();
  expect(told(20, null)).toBe('Will be refunded');
  expect(told(20, given)).toBe('Refunded on 2 March 2031');
  expect(told(5, given)).toBe('$5.00 of it refunded on 2 March 2031');
});
