import { expect, test } from 'vitest';
import { bookableDays, listSlots, startOf } from './availability.ts';

const hours = (slots: ReturnType<typeof listSlots>) =>
  slots.map(({ startsAt }) => startsAt.toISOString().slice(11, 16));

test('seven a day, in the zone of the service: one hour later by UTC once summer time begins', () => {
  const now = new Date('2031-03-01T00:00:00Z');
  expect(hours(listSlots('2031-03-08', '2031-03-08', now))).toEqual([
    '14:00',
    '15:00',
    '16:00',
    '19:00',
    '20:00',
    '21:00',
    '22:00',
  ]);
  expect(hours(listSlots('2031-03-09', '2031-03-09', now))).toEqual([
    '13:00',
    '14:00',
    '15:00',
    '18:00',
    '19:00',
    '20:00',
    '21:00',
  ]);
  expect(hours(listSlots('2031-11-02', '2031-11-02', now))[0]).toBe('14:00');
});

test('a slot that has begun is over, to the millisecond', () => {
  const nine = startOf('2031-05-04', '09:00');
  expect(listSlots('2031-05-04', '2031-05-04', nine)).toHaveLength(6);
  expect(listSlots('2031-05-04', '2031-05-04', new Date(nine.getTime() - 1))).toHaveLength(7);
});

test('days that are over and days beyond a year have none', () => {
  const now = new Date('2031-05-05T03:59:59Z');
  expect(bookableDays(now)).toEqual({ from: '2031-05-04', to: '2032-05-03' });
  expect(listSlots('2031-05-01', '2031-05-03', now)).toEqual([]);
  expect(listSlots('2032-05-04', '2032-06-01', now)).toEqual([]);
  expect(listSlots('2032-05-03', '2033-01-01', now)).toHaveLength(7);
});
