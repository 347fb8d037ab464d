import { expect, test } from 'vitest';
import {
  checkOrder,
  describeOrder,
  emptyOrder,
  isEmptyOrder,
  noMemory,
  parseOrder,
  toOrder,
} from './order-values.ts';

const filled = {
  ...emptyOrder,
  recipientName: 'Maya Alvarez',
  deliveryAddress: '1 Quay Street',
  deliveryDate: '2031-05-05',
};
const tomorrow = '2031-05-05';

test('a complete order has no errors', () => {
  expect(checkOrder(filled, ['flowers'], tomorrow)).toEqual({});
});

test('each missing field has a message', () => {
  expect(checkOrder(emptyOrder, ['flowers'], tomorrow)).toEqual({
    recipientName: 'Please say who it is for',
    deliveryAddress: 'Please give the address it should be brought to',
    deliveryDate: 'Please choose the day of delivery',
  });
});

test('today is too soon', () => {
  expect(checkOrder({ ...filled, deliveryDate: '2031-05-04' }, ['flowers'], tomorrow)).toEqual({
    deliveryDate: 'Please choose a day from tomorrow on',
  });
});

test('the request names the gifts, and a memory only if one was chosen', () => {
  const memoryId = '01900000-0000-7000-8000-000000000001';
  expect(toOrder({ ...filled, memoryId: noMemory }, ['flowers'])).toMatchObject({
    gifts: ['flowers'],
    memoryId: null,
    deliveryDate: '2031-05-05',
  });
  expect(toOrder({ ...filled, memoryId }, ['bands'])).toMatchObject({ gifts: ['bands'], memoryId });
});

test('a draft is restored as typed; anything else is ignored', () => {
  expect(parseOrder({ ...filled, more: 'x' })).toEqual(filled);
  const { deliveryAddress, ...incomplete } = filled;
  for (const stored of [null, 'text', {}, incomplete, { ...filled, memoryId: 7 }])
    expect(parseOrder(stored)).toBeNull();
});

test('an order is empty while nothing is typed or chosen', () => {
  expect(isEmptyOrder({ ...emptyOrder })).toBe(true);
  for (const changes of [{ specialInstructions: 'Ring twice' }, { memoryId: 'memory' }])
    expect(isEmptyOrder({ ...emptyOrder, ...changes })).toBe(false);
});

test('a sentence says who gets what and when, once both are known', () => {
  expect(describeOrder('Maya ', '', 2)).toBe('');
  expect(describeOrder('Maya ', '2031-05-05', 1)).toBe('Maya gets this on Monday, 5 May 2031. ');
  expect(describeOrder('Maya', '2031-05-05', 2)).toBe('Maya gets both on Monday, 5 May 2031. ');
});
