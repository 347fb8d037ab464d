import { expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { anybody, dayOf, momentOf, scheduleFor, whoseEyes } from './labels.ts';

const schedule = (fields: Partial<Schedule>): Schedule => ({
  id: 's',
  version: 1,
  memoryId: 'letter',
  memoryTitle: 'For your thirtieth',
  memoryType: 'letter',
  memorySeconds: null,
  deliveryDate: '2031-05-04T16:00:00.000Z',
  deliveryType: 'scheduled',
  deliveryMethod: 'digital',
  isDelivered: false,
  deliveredAt: null,
  localDate: '2031-05-04',
  localTime: '12:00',
  timezone: 'America/New_York',
  releaseDays: null,
  startedAt: null,
  seriesId: null,
  year: null,
  recipients: [
    {
      id: 'maya',
      firstName: 'Maya',
      lastName: 'A',
      ...{ unreachable: false, hasPhone: false },
      hasDied: false,
      state: null,
      waitingReason: null,
      isWithThePost: false,
      openedAt: null,
    },
  ],
  createdAt: '2026-10-12T12:00:00.000Z',
  ...fields,
});

const now = Date.parse('2026-11-20T12:00:00Z');

test('the moment is that of the schedule', () => {
  expect(momentOf(schedule({}), now)).toBe('4 May 2031, 12:00 Eastern');
  expect(momentOf(schedule({ deliveryType: 'on_death', localDate: '2026-11-20' }), now)).toBe(
    'After your death',
  );
  expect(momentOf(undefined, now)).toBe('On the day you choose');
});

test('the thread ends on that day', () => {
  expect(dayOf(schedule({}))).toEqual({ label: 'today', day: '4 May 2031' });
  expect(dayOf(undefined).day).toBe('the day it comes');
});

test('the first that is still to come for this person, of this memory', () => {
  const past = schedule({ id: 'past', isDelivered: true, deliveryDate: '2025-05-04T16:00:00.000Z' });
  const next = schedule({ id: 'next' });
  const later = schedule({ id: 'later', deliveryDate: '2041-05-04T16:00:00.000Z' });
  const other = schedule({ id: 'other', memoryId: 'photo', deliveryDate: '2027-05-04T16:00:00.000Z' });
  const all = [later, other, next, past];
  expect(scheduleFor(all, 'letter', 'maya')?.id).toBe('next');
  expect(scheduleFor(all, 'letter', null)?.id).toBe('next');
  expect(scheduleFor([past], 'letter', 'maya')?.id).toBe('past');
  expect(scheduleFor(all, 'letter', 'leo')).toBeUndefined();
});

test('whose eyes: of those who get it first, and of anybody', () => {
  const people = [
    { id: 'leo', firstName: 'Leo', lastName: 'A' },
    { id: 'maya', firstName: 'Maya', lastName: 'A' },
  ] as Recipient[];
  const [maya, leo] = [
    { value: 'maya', label: 'Maya A' },
    { value: 'leo', label: 'Leo A' },
  ];
  expect(whoseEyes(people, [schedule({})], 'letter')).toEqual([
    { value: anybody, label: 'Anybody’s' },
    { label: 'Who gets it', options: [maya] },
    { label: 'From your address book', options: [leo] },
  ]);
  expect(whoseEyes(people, [schedule({})], 'photo')[1]).toEqual({
    label: 'From your address book',
    options: [leo, maya],
  });
});
