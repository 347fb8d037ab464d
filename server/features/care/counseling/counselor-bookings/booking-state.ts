import { type BookingStatus, noticeHours } from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

export const bookingEvents = [
  'paid',
  'paid-in-vain',
  'hold-ended',
  'begun-unconfirmed',
  'cancelled-by-owner',
  'confirmed',
  'changed',
  'moved',
  'completed',
  'cancelled-by-staff',
] as const;
export type BookingEvent = (typeof bookingEvents)[number];

type Booking = Pick<BookingRow, 'status' | 'paidAt' | 'heldUntil' | 'startsAt' | 'cancelledBy'>;
type Rule = (booking: Booking, now: Date) => boolean;

const always: Rule = () => true;
const ifPaid: Rule = ({ paidAt }) => paidAt !== null;
const ifUnpaid: Rule = ({ paidAt }) => paidAt === null;
const ifBegun: Rule = ({ startsAt }, now) => startsAt <= now;
const ifToCome: Rule = ({ startsAt }, now) => now < startsAt;
const payable: Rule = (booking, now) => ifUnpaid(booking, now) && ifToCome(booking, now);
const inTime: Rule = ({ paidAt, startsAt }, now) => !paidAt || now <= cancellableUntil({ startsAt });

/** The status that each event leads to from each status, and under what condition. */
const transitions: Record<BookingStatus, Partial<Record<BookingEvent, readonly [BookingStatus, Rule]>>> = {
  pending: {
    paid: ['pending', payable],
    'paid-in-vain': ['cancelled', ifUnpaid],
    'hold-ended': ['cancelled', (booking, now) => ifUnpaid(booking, now) && isHoldOver(booking, now)],
    'begun-unconfirmed': ['cancelled', (booking, now) => ifPaid(booking, now) && ifBegun(booking, now)],
    'cancelled-by-owner': ['cancelled', inTime],
    confirmed: ['confirmed', (booking, now) => ifPaid(booking, now) && ifToCome(booking, now)],
    changed: ['pending', ifPaid],
    moved: ['pending', ifPaid],
    'cancelled-by-staff': ['cancelled', always],
  },
  confirmed: {
    'cancelled-by-owner': ['cancelled', inTime],
    changed: ['confirmed', always],
    moved: ['confirmed', always],
    completed: ['completed', ifBegun],
    'cancelled-by-staff': ['cancelled', always],
  },
  completed: { changed: ['completed', always] },
  // The money was taken after the hold had ended: it counts if the session is still ahead and the place still free.
  cancelled: {
    paid: ['pending', (booking, now) => payable(booking, now) && ranOut(booking)],
    'paid-in-vain': ['cancelled', ifUnpaid],
  },
};

/** The only place that decides how a booking moves. Undefined if the event does not apply; a payment counts only once. */
export function nextStatus(booking: Booking, event: BookingEvent, now: Date): BookingStatus | undefined {
  const [status, fits] = transitions[booking.status][event] ?? [];
  return fits?.(booking, now) ? status : undefined;
}

/** Until when a paid booking can be cancelled by its owner, inclusive. */
export function cancellableUntil({ startsAt }: Pick<BookingRow, 'startsAt'>): Date {
  return minutesAfter(startsAt, -noticeHours * 60);
}

/** Whether it is unpaid and its place is no longer held. */
export function isHoldOver({ paidAt, heldUntil }: Pick<Booking, 'paidAt' | 'heldUntil'>, now: Date): boolean {
  return !paidAt && heldUntil !== null && heldUntil <= now;
}

/** When the meeting link is to be mailed: 24 hours before a confirmed session; null if it is not. */
export function linkDueAt({
  status,
  meetingLink,
  startsAt,
}: Pick<BookingRow, 'status' | 'meetingLink' | 'startsAt'>): Date | null {
  return status === 'confirmed' && meetingLink ? cancellableUntil({ startsAt }) : null;
}

function ranOut({ cancelledBy }: Booking): boolean {
  return cancelledBy === 'unpaid';
}
