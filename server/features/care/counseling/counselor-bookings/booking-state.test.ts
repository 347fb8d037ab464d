import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookingStatuses } from '../../../../../shared/care/session-catalogue.ts';
import {
  type BookingEvent,
  bookingEvents,
  cancellableUntil,
  linkDueAt,
  nextStatus,
} from './booking-state.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

type Booking = Parameters<typeof nextStatus>[0];

const day = 24 * 3_600_000;
const startsAt = new Date('2031-05-04T18:00:00Z');
const ahead = (milliseconds: number) => new Date(startsAt.getTime() - milliseconds);
const paidAt = ahead(10 * day);
const heldUntil = ahead(9 * day);
const early = ahead(8 * day);

const unpaid: Booking = { status: 'pending', paidAt: null, heldUntil, startsAt, cancelledBy: null };
const paid: Booking = { ...unpaid, paidAt, heldUntil: null };
const confirmed: Booking = { ...paid, status: 'confirmed' };
const completed: Booking = { ...paid, status: 'completed' };
const ranOut: Booking = { ...unpaid, status: 'cancelled', cancelledBy: 'unpaid' };
const cancelled: Booking = { ...paid, status: 'cancelled', cancelledBy: 'owner' };

describe('what fits', () => {
  test.each<[string, Booking, BookingEvent, Date, string | undefined]>([
    ['an unpaid one is paid', unpaid, 'paid', early, 'pending'],
    ['too late: it has begun', unpaid, 'paid', startsAt, undefined],
    ['a paid one is paid again', paid, 'paid', early, undefined],
    ['when its place is gone', unpaid, 'paid-in-vain', startsAt, 'cancelled'],
    ['also after its hold ran out', ranOut, 'paid-in-vain', startsAt, 'cancelled'],
    ['but once', cancelled, 'paid-in-vain', early, undefined],
    ['what is confirmed stays', confirmed, 'paid-in-vain', early, undefined],
    ['its hold is not over', unpaid, 'hold-ended', ahead(9 * day + 1), undefined],
    ['its hold is over', unpaid, 'hold-ended', heldUntil, 'cancelled'],
    ['a paid one has no hold', paid, 'hold-ended', early, undefined],
    ['nobody has confirmed it, and may yet', paid, 'begun-unconfirmed', ahead(1), undefined],
    ['nobody has confirmed it in time', paid, 'begun-unconfirmed', startsAt, 'cancelled'],
    ['somebody has', confirmed, 'begun-unconfirmed', startsAt, undefined],
    ['it was never paid', unpaid, 'begun-unconfirmed', startsAt, undefined],
    ['staff confirm what is paid', paid, 'confirmed', early, 'confirmed'],
    ['nobody confirms what is not paid', unpaid, 'confirmed', early, undefined],
    ['nor what has begun', paid, 'confirmed', startsAt, undefined],
    ['24 hours before is in time', confirmed, 'cancelled-by-owner', ahead(day), 'cancelled'],
    ['a millisecond later is not', confirmed, 'cancelled-by-owner', ahead(day - 1), undefined],
    ['the same before it is confirmed', paid, 'cancelled-by-owner', ahead(day), 'cancelled'],
    ['and later', paid, 'cancelled-by-owner', ahead(day - 1), undefined],
    ['what is not paid can go at any time', unpaid, 'cancelled-by-owner', ahead(1), 'cancelled'],
    ['staff cancel at any time', confirmed, 'cancelled-by-staff', startsAt, 'cancelled'],
    ['it has not begun', confirmed, 'completed', ahead(1), undefined],
    ['it has taken place', confirmed, 'completed', startsAt, 'completed'],
    ['what was not confirmed did not take place', paid, 'completed', startsAt, undefined],
    ['a late payment of a hold that ran out', ranOut, 'paid', early, 'pending'],
    ['when it has begun', ranOut, 'paid', startsAt, undefined],
    ['of what its owner cancelled', { ...ranOut, cancelledBy: 'owner' }, 'paid', early, undefined],
    ['what was paid and cancelled', cancelled, 'paid', early, undefined],
    ['staff move what is paid', paid, 'moved', early, 'pending'],
    ['and what is confirmed', confirmed, 'moved', early, 'confirmed'],
    ['not what is over', completed, 'moved', startsAt, undefined],
    ['the notes of what is over', completed, 'changed', startsAt, 'completed'],
  ])('%s', (_what, booking, event, now, to) => {
    expect(nextStatus(booking, event, now)).toBe(to);
  });
});

test('the link is mailed 24 hours before a confirmed session that has one', () => {
  const meetingLink = 'https://meet.example/1';
  expect(linkDueAt({ ...confirmed, meetingLink })).toEqual(ahead(day));
  expect(linkDueAt({ ...confirmed, meetingLink: null })).toBeNull();
  expect(linkDueAt({ ...paid, meetingLink })).toBeNull();
  expect(linkDueAt({ ...cancelled, meetingLink })).toBeNull();
});

test('24 hours are 24 hours, also when the clocks change', () => {
  expect(cancellableUntil({ startsAt: new Date('2031-03-09T13:00:00Z') })).toEqual(
    new Date('2031-03-08T13:00:00Z'),
  );
});

describe('whatever happens, in whatever order', () => {
  const steps = fc.array(
    fc.record({
      event: fc.constantFrom(...bookingEvents),
      minutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    }),
    { maxLength: 30 },
  );

  test('what was cancelled or completed stays so, it is paid once, and nothing unpaid is confirmed', () => {
    fc.assert(
      fc.property(steps, (happening) => {
        let booking = { ...unpaid };
        let at = ahead(9 * day + 1);
        let payments = 0;
        for (const { event, minutes } of happening) {
          at = new Date(at.getTime() + minutes * 60_000);
          const was = booking;
          const status = nextStatus(was, event, at);
          if (!status) continue;
          booking = after(was, status, event, at);
          if (event === 'paid' || event === 'paid-in-vain') payments += 1;
          expect(bookingStatuses).toContain(status);
          if (was.status === 'completed') expect(status).toBe('completed');
          if (event === 'paid-in-vain') expect(status).toBe('cancelled');
          else if (was.status === 'cancelled') expect([event, was.cancelledBy]).toEqual(['paid', 'unpaid']);
          if (status === 'confirmed' || status === 'completed') expect(booking.paidAt).not.toBeNull();
          if (event === 'cancelled-by-owner' && was.paidAt) expect(at <= ahead(day)).toBe(true);
        }
        expect(payments).toBeLessThanOrEqual(1);
      }),
    );
  });

  function after(was: Booking, status: BookingRow['status'], event: BookingEvent, at: Date): Booking {
    const by = {
      'hold-ended': 'unpaid',
      'begun-unconfirmed': 'unconfirmed',
      'paid-in-vain': was.cancelledBy ?? 'unpaid',
      'cancelled-by-owner': 'owner',
      'cancelled-by-staff': 'staff',
    } as const;
    if (event === 'paid') return { ...was, status, paidAt: at, heldUntil: null, cancelledBy: null };
    const cancelledBy = event in by ? by[event as keyof typeof by] : was.cancelledBy;
    return { ...was, status, cancelledBy, paidAt: event === 'paid-in-vain' ? at : was.paidAt };
  }
});
