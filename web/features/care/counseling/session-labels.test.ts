import { expect, test } from 'vitest';
import type { CounselorBooking } from '../../../../shared/care/counselor-bookings.ts';
import { describeChoice, isFull, momentOf, timesOf } from './booking-values.ts';
import { describeNext, isOpen } from './session-labels.ts';

const booking: CounselorBooking = {
  id: 'b',
  sessionType: 'individual',
  sessionDate: '2031-03-13',
  sessionTime: '14:00',
  startsAt: '2031-03-13T18:00:00Z',
  price: 75,
  status: 'pending',
  meetingLink: null,
  notes: null,
  counselorNotes: null,
  paidAt: null,
  heldUntil: '2031-03-07T12:30:00Z',
  confirmedAt: null,
  cancelledAt: null,
  cancellableUntil: null,
  isRefunded: false,
  createdAt: '2031-03-07T12:00:00Z',
};
const now = Date.parse('2031-03-07T12:10:00Z');
const next = (fields: Partial<CounselorBooking>) => describeNext({ ...booking, ...fields }, 'UTC', now);
const paid = { paidAt: '2031-03-07T12:05:00Z', heldUntil: null, cancellableUntil: '2031-03-12T18:00:00Z' };

test('a place that is not paid is kept for a while, and then no longer', () => {
  expect(next({})).toBe('Individual. Not paid yet. Your place is kept until 12:30.');
  expect(next({ heldUntil: '2031-03-07T12:00:00Z' })).toBe(
    'Individual. Not paid, and its place is no longer kept.',
  );
});

test('a paid session says until when it can be cancelled', () => {
  expect(next(paid)).toMatch(/Paid\. We will confirm it by email\. Can be cancelled until .*12 March 2031/);
  expect(next({ ...paid, status: 'confirmed' })).not.toContain('confirm it');
  expect(next({ ...paid, status: 'confirmed', cancellableUntil: null })).toContain(
    'can no longer be cancelled',
  );
});

test('a session that is over says only what becomes of the money', () => {
  expect(next({ status: 'cancelled', isRefunded: true })).toBe('Individual. With a refund of $75.');
  expect(next({ status: 'completed' })).toBe('Individual.');
  expect(
    ['pending', 'confirmed', 'completed', 'cancelled'].map((status) =>
      isOpen({ ...booking, status: status as CounselorBooking['status'] }),
    ),
  ).toEqual([true, true, false, false]);
});

test('the owner’s own time stands beside that of the service where it is another', () => {
  expect(momentOf(booking, 'America/New_York')).toBe('Thursday, 13 March 2031 at 14:00 Eastern');
  expect(momentOf(booking, 'Europe/Berlin')).toMatch(/Eastern \(19:00 .+\)$/);
  expect(momentOf(booking, 'Asia/Tokyo'), 'the day after').toMatch(/Eastern \(03:00 [^,]+, Friday\)$/);
});

test('a time can be free, taken or over, and a day is full when every time is taken', () => {
  const slots = [
    {
      date: '2031-03-13',
      time: '10:00' as const,
      startsAt: '2031-03-13T14:00:00Z',
      placesLeft: { individual: 0, group: 3 },
    },
  ];
  const states = (type: 'individual' | 'group') =>
    timesOf(slots, '2031-03-13', type, 'America/New_York').map(({ state }) => state);
  expect(states('individual')).toContain('taken');
  expect(states('group')).toContain('free');
  expect(states('group')).toContain('over');
  expect(isFull(slots, '2031-03-13', 'individual')).toBe(true);
  expect(isFull(slots, '2031-03-13', 'group')).toBe(false);
  expect(isFull(slots, '2031-03-14', 'individual')).toBe(false);
});

test('what is about to be paid is said in one sentence', () => {
  const choice = { sessionDate: '2031-03-13', sessionTime: '14:00', notes: '' };
  expect(describeChoice({ ...choice, sessionType: 'individual' })).toBe(
    'An individual session on Thursday, 13 March 2031 at 14:00 Eastern. $75.',
  );
  expect(describeChoice({ ...choice, sessionType: 'group' })).toMatch(/^A group session .+ \$35\.$/);
});
