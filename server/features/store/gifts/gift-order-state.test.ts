import { expect, test } from 'vitest';
import { giftOrderStatuses } from '../../../../shared/store/gift-orders.ts';
import { type GiftOrderEvent, nextStatus } from './gift-order-state.ts';

const paidAt = new Date();

test.each<[string, GiftOrderEvent, string]>([
  ['pending', 'paid', 'paid'],
  ['pending', 'cancelled-by-owner', 'cancelled'],
  ['pending', 'cancelled-by-staff', 'cancelled'],
  ['paid', 'begun', 'preparing'],
  ['paid', 'cancelled-by-owner', 'cancelled'],
  ['paid', 'cancelled-by-staff', 'cancelled'],
  ['preparing', 'shipped', 'shipped'],
  ['preparing', 'cancelled-by-owner', 'cancelled'],
  ['preparing', 'cancelled-by-staff', 'cancelled'],
  ['shipped', 'arrived', 'delivered'],
])('%s, %s: %s', (from, event, to) => {
  expect(nextStatus({ status: from as 'paid', paidAt: null }, event)).toBe(to);
  possible.delete(`${from} ${event}`);
});

const events = ['paid', 'cancelled-by-owner', 'begun', 'shipped', 'arrived', 'cancelled-by-staff'] as const;
const possible = new Set(
  giftOrderStatuses.flatMap((status) =>
    events
      .filter((event) => nextStatus({ status, paidAt: null }, event))
      .map((event) => `${status} ${event}`),
  ),
);

test('there are no other transitions', () => {
  expect([...possible]).toEqual([]);
});

test.each(giftOrderStatuses)('%s and paid for: a second payment moves nothing', (status) => {
  expect(nextStatus({ status, paidAt }, 'paid')).toBeUndefined();
});
