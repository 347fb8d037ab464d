import { expect, test } from 'vitest';
import { checkOrder, emptyOrder, noMemory, toOrder } from './order-values.ts';

const filled = {
  ...emptyOrder,
  recipientName: 'Maya Alvarez',
  deliveryAddress: '1 Quay Street',
  deliveryDate: '2031-05-05',
};
const tomorrow = '2031-05-05';

test('an order that is complete has nothing against it', () => {
  expect(checkOrder(filled, ['flowers'], tomorrow)).toEqual({});
});

test('each field that is missing has its message', () => {
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

test('what is sent names the gifts, and a memory only where one was chosen', () => {
  const memoryId = '01900000-0000-7000-8000-000000000001';
  expect(toOrder({ ...filled, memoryId: noMemory }, ['flowers'])).toMatchObject({
    gifts: ['flowers'],
    memoryId: null,
    deliveryDate: '2031-05-05',
  });
  expect(toOrder({ ...filled, memoryId }, ['bands'])).toMatchObject({ gifts: ['bands'], memoryId });
});
