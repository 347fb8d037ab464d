import { expect, test } from 'vitest';
import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import { describeCancelling, describePayment, describeSubscription } from './subscription-words.ts';

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

test('cancelling says until when the plan stays, or that it ends now where the last payment failed', () => {
  expect(describeCancelling(held, zone)).toMatch(
    /^You keep Eternal Light until 28 February 2031, and nothing more is charged\. After that you have First Echo\./,
  );
  expect(describeCancelling({ ...held, status: 'overdue' }, zone)).toMatch(/^It ends now, .* First Echo\./);
});

test('a payment says what it was for', () => {
  const payment = { id: '1', paidAt: '2031-02-28T12:00:00Z', amount: 20, invoiceUrl: null };
  expect(describePayment({ ...payment, purpose: 'renewal', plan: 'basic' })).toBe('Golden Thread, renewed');
  expect(describePayment({ ...payment, purpose: 'gift-order', plan: null })).toBe('Gifts from the store');
});
