import { Check, CircleCheck, Hourglass, X } from 'lucide-react';
import type { CounselorBooking } from '../../../../shared/care/counselor-bookings.ts';
import {
  type BookingStatus,
  noticeHours,
  sessionKinds,
  sessionTimezone,
} from '../../../../shared/care/session-catalogue.ts';
import { formatDateTime, formatTime } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { BadgeLook } from '../../../ui/badge.tsx';

export const statusBadges: Readonly<Record<BookingStatus, BadgeLook>> = {
  pending: { children: 'Pending', tone: 'gold', icon: Hourglass },
  confirmed: { children: 'Confirmed', tone: 'sage', icon: CircleCheck },
  completed: { children: 'Completed', tone: 'neutral', icon: Check },
  cancelled: { children: 'Cancelled', tone: 'neutral', icon: X },
};

/** What happens next with a session, in a sentence or two. */
export function describeNext(booking: CounselorBooking, timezone: string, nowMs: number): string {
  const kind = sessionKinds[booking.sessionType].name;
  return `${kind}. ${nextOf(booking, timezone, nowMs)}`.trim();
}

function nextOf(booking: CounselorBooking, timezone: string, nowMs: number): string {
  const { status, paidAt, heldUntil, price, isRefunded, cancellableUntil } = booking;
  if (status === 'cancelled') return isRefunded ? `With a refund of ${formatDollars(price)}.` : '';
  if (status === 'completed') return '';
  if (!paidAt)
    return heldUntil && Date.parse(heldUntil) > nowMs
      ? `Not paid yet. Your place is kept until ${formatTime(heldUntil, timezone)}.`
      : 'Not paid, and its place is no longer kept.';
  const waits = status === 'pending' ? 'Paid. We will confirm it by email. ' : '';
  return cancellableUntil
    ? `${waits}Can be cancelled until ${formatDateTime(cancellableUntil, sessionTimezone)}.`
    : `${waits}Less than ${noticeHours} hours away, so it can no longer be cancelled.`;
}

/** Whether it is still to come, or waits for something; the others are over. */
export function isOpen({ status }: CounselorBooking): boolean {
  return status === 'pending' || status === 'confirmed';
}
