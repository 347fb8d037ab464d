import { noticeHours } from '../../../../../shared/care/session-catalogue.ts';
import type { SeenBooking, StaffBookingAct } from '../../../../../shared/care/staff-counselor-bookings.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { requireAsSeen } from '../../../../platform/as-seen.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { type BookingEvent, nextStatus } from './booking-state.ts';
import { type BookingRow, rankOf } from './counselor-bookings.table.ts';

export const eventOf = {
  confirm: 'confirmed',
  link: 'changed',
  move: 'moved',
  complete: 'completed',
  cancel: 'cancelled-by-staff',
} as const satisfies Record<StaffBookingAct, BookingEvent>;

/** What staff may do to a booking in its present state. */
export function actsOn(booking: BookingRow, now: Date): StaffBookingAct[] {
  const acts = Object.keys(eventOf) as StaffBookingAct[];
  return acts.filter(
    (act) => nextStatus(booking, eventOf[act], now) && (act !== 'link' || booking.status === 'confirmed'),
  );
}

/** It has waited for staff for a day, or its owner should have the link by now. */
export function isLate(booking: BookingRow, now: Date): boolean {
  const { paidAt, startsAt, meetingLink } = booking;
  const isSoon = startsAt <= minutesAfter(now, noticeHours * 60);
  const rank = rankOf(booking);
  if (rank === 'to-confirm')
    return isSoon || (paidAt !== null && paidAt <= minutesAfter(now, -noticeHours * 60));
  return rank === 'confirmed' && !meetingLink && isSoon;
}

/** 409 with a sentence for each field that changed since staff looked, so that nothing is overwritten unseen. */
export function requireUnchanged(seen: SeenBooking, booking: BookingRow, timezone: string): void {
  requireAsSeen('session', {
    status:
      seen.status !== booking.status && `The status: it was “${seen.status}”, and is “${booking.status}” now`,
    startsAt:
      seen.startsAt.getTime() !== booking.startsAt.getTime() &&
      `The time: it is on ${formatMoment(booking.startsAt, timezone)} now`,
    meetingLink: seen.meetingLink !== booking.meetingLink && 'The meeting link has changed',
  });
}
