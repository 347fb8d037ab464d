import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemStatuses } from '../../../../shared/keepsakes/item-rules.ts';
import { type ItemEvent, type ItemState, isFeeSettled, nextStatus } from './item-state.ts';

const at = new Date('2030-05-04T12:00:00Z');
const before = new Date('2030-05-01T12:00:00Z');
const item = (changes: Partial<ItemState>): ItemState => ({
  status: 'stored',
  receivedDate: at,
  returnRequestDate: null,
  returnFee: null,
  returnFeePaidAt: null,
  handOverSince: null,
  lostReportedAt: null,
  lostAt: null,
  ...changes,
});
const awaited = { receivedDate: null };
const back = { returnRequestDate: at, returnFee: 25 };
const paid = { ...back, returnFeePaidAt: at };
const released = { handOverSince: at };
const reported = { lostReportedAt: at };
const lost = { ...reported, lostAt: at };

test.each<[string, Partial<ItemState>, ItemEvent, string | undefined]>([
  ['stored', awaited, 'received', 'stored'],
  ['stored', {}, 'received', undefined],
  ['stored', awaited, 'received-while-leaving', 'requested_return'],
  ['stored', {}, 'received-while-leaving', undefined],
  ['stored', {}, 'receipt-undone', 'stored'],
  ['stored', awaited, 'receipt-undone', undefined],
  ['stored', {}, 'put-away', 'stored'],
  ['stored', awaited, 'put-away', undefined],
  ['stored', {}, 'return-asked', 'requested_return'],
  ['stored', awaited, 'return-asked', 'requested_return'],
  ['stored', released, 'return-asked', undefined],
  ['stored', released, 'sent-to-recipient', 'in_transit'],
  ['stored', {}, 'sent-to-recipient', undefined],
  ['stored', { ...released, ...awaited }, 'sent-to-recipient', undefined],
  ['stored', {}, 'released', 'stored'],
  ['requested_return', back, 'return-asked', undefined],
  ['requested_return', { ...back, ...awaited }, 'received', 'requested_return'],
  ['requested_return', { ...back, ...awaited }, 'received-while-leaving', 'requested_return'],
  ['requested_return', { ...back, returnRequestDate: before }, 'receipt-undone', 'requested_return'],
  ['requested_return', back, 'receipt-undone', 'stored'],
  ['in_transit', paid, 'receipt-undone', undefined],
  ['requested_return', back, 'put-away', 'requested_return'],
  ['requested_return', back, 'return-called-off', 'stored'],
  ['requested_return', back, 'sent-back', undefined],
  ['requested_return', paid, 'sent-back', 'in_transit'],
  ['requested_return', { ...back, returnFee: 0 }, 'sent-back', 'in_transit'],
  ['requested_return', { ...paid, ...awaited }, 'sent-back', undefined],
  ['requested_return', back, 'released', 'stored'],
  ['in_transit', paid, 'returned', 'returned'],
  ['in_transit', paid, 'delivered', undefined],
  ['in_transit', released, 'delivered', 'delivered'],
  ['in_transit', released, 'returned', undefined],
  ['in_transit', paid, 'came-back', 'requested_return'],
  ['in_transit', { ...paid, ...released }, 'came-back', 'stored'],
  ['in_transit', released, 'came-back', 'stored'],
  ['in_transit', paid, 'released', 'in_transit'],
  ['in_transit', paid, 'return-called-off', undefined],
  ['in_transit', paid, 'lost-reported', 'in_transit'],
  ['in_transit', reported, 'lost-reported', undefined],
  ['requested_return', paid, 'lost-reported', undefined],
  ['in_transit', paid, 'lost-confirmed', undefined],
  ['in_transit', reported, 'lost-confirmed', 'in_transit'],
  ['in_transit', lost, 'lost-confirmed', undefined],
  ['in_transit', paid, 'not-lost', undefined],
  ['in_transit', reported, 'not-lost', 'in_transit'],
  ['in_transit', lost, 'not-lost', 'in_transit'],
  ['in_transit', { ...paid, ...lost }, 'returned', 'returned'],
  ['in_transit', { ...paid, ...lost }, 'came-back', 'requested_return'],
  ['in_transit', { ...released, ...lost }, 'delivered', 'delivered'],
  ['delivered', released, 'came-back', undefined],
  ['returned', paid, 'return-asked', undefined],
])('%s %j, %s: %s', (status, more, event, to) => {
  expect(nextStatus(item({ ...more, status: status as 'stored' }), event)).toBe(to);
});

const dated = fc.option(fc.constant(at));
const anyItem = fc.record({
  status: fc.constantFrom(...itemStatuses),
  receivedDate: dated,
  returnRequestDate: dated,
  returnFee: fc.option(fc.constantFrom(0, 25)),
  returnFeePaidAt: dated,
  handOverSince: dated,
  lostReportedAt: dated,
  lostAt: dated,
});
const anyEvent = fc.constantFrom<ItemEvent[]>(
  'received',
  'received-while-leaving',
  'receipt-undone',
  'put-away',
  'return-asked',
  'return-called-off',
  'sent-back',
  'sent-to-recipient',
  'came-back',
  'returned',
  'delivered',
  'released',
  'lost-reported',
  'lost-confirmed',
  'not-lost',
);

test('nothing moves what has reached somebody', () => {
  fc.assert(
    fc.property(anyItem, anyEvent, fc.constantFrom('delivered', 'returned'), (some, event, status) => {
      expect(nextStatus({ ...some, status }, event)).toBeUndefined();
    }),
  );
});

test('nothing leaves us that is not here; none goes back unpaid, none to a recipient before a release', () => {
  fc.assert(
    fc.property(anyItem, anyEvent, (some, event) => {
      if (some.status === 'in_transit' || nextStatus(some, event) !== 'in_transit') return;
      expect(some.receivedDate).not.toBeNull();
      if (event === 'sent-back') expect(isFeeSettled(some)).toBe(true);
      else expect([event, some.handOverSince]).toEqual(['sent-to-recipient', at]);
    }),
  );
});

test('what is on its way reaches the one it was sent to, or comes back', () => {
  fc.assert(
    fc.property(anyItem, anyEvent, (some, event) => {
      const to = nextStatus({ ...some, status: 'in_transit' }, event);
      if (to === 'returned') expect(some.returnRequestDate).not.toBeNull();
      if (to === 'delivered') expect(some.returnRequestDate).toBeNull();
    }),
  );
});
