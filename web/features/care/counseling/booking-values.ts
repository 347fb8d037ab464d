import type { Availability, CounselorBooking } from '../../../../shared/care/counselor-bookings.ts';
import {
  type SessionType,
  sessionKinds,
  sessionTimes,
  sessionTimezone,
} from '../../../../shared/care/session-catalogue.ts';
import { formatFullDate, formatFullDay, formatTime } from '../../../../shared/dates.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import { timeZoneLabel } from '../../../../shared/time-zones.ts';

export interface BookingValues {
  sessionType: SessionType;
  /** YYYY-MM-DD, or empty. */
  sessionDate: string;
  sessionTime: string;
  notes: string;
}

type Slots = Availability['slots'];

export interface TimeOption {
  time: string;
  /** The same on the owner's clocks, if they show a different time. */
  ownTime: string | null;
  state: 'free' | 'taken' | 'over';
}

/** All times of a day, and whether each can still be booked. */
export function timesOf(slots: Slots, date: string, type: SessionType, timezone: string): TimeOption[] {
  return sessionTimes.map((time) => {
    const slot = slots.find((each) => each.date === date && each.time === time);
    if (!slot) return { time, ownTime: null, state: 'over' };
    return { time, ownTime: ownTimeOf(slot, timezone), state: slot.placesLeft[type] > 0 ? 'free' : 'taken' };
  });
}

function ownTimeOf({ startsAt }: Pick<CounselorBooking, 'startsAt'>, timezone: string): string | null {
  const own = `${formatTime(startsAt, timezone)} ${timeZoneLabel(timezone)}`;
  const isSame = formatTime(startsAt, timezone) === formatTime(startsAt, sessionTimezone);
  const sameDay = formatFullDate(startsAt, timezone) === formatFullDate(startsAt, sessionTimezone);
  if (isSame && sameDay) return null;
  return sameDay ? own : `${own}, ${formatFullDate(startsAt, timezone).split(',')[0]}`;
}

/** Whether every time of this day is taken. A day about which nothing is known counts as free. */
export function isFull(slots: Slots, date: string, type: SessionType): boolean {
  const ofDay = slots.filter((slot) => slot.date === date);
  return ofDay.length > 0 && ofDay.every(({ placesLeft }) => placesLeft[type] === 0);
}

/** 'An individual session on Thursday, 3 December 2026 at 14:00 Eastern. $75.' */
export function describeChoice({ sessionType, sessionDate, sessionTime }: BookingValues): string {
  const { name, price } = sessionKinds[sessionType];
  const article = sessionType === 'individual' ? 'An' : 'A';
  const when = `${formatFullDay(sessionDate)} at ${sessionTime} ${timeZoneLabel(sessionTimezone)}`;
  return `${article} ${name.toLowerCase()} session on ${when}. ${formatDollars(price)}.`;
}

/** 'Thursday, 3 December 2026 at 14:00 Eastern', with the time on the owner’s clocks if it differs. */
export function momentOf(booking: Pick<CounselorBooking, 'startsAt'>, timezone: string): string {
  const { startsAt } = booking;
  const service = `${formatFullDate(startsAt, sessionTimezone)} at ${formatTime(startsAt, sessionTimezone)} ${timeZoneLabel(sessionTimezone)}`;
  const own = ownTimeOf(booking, timezone);
  return own ? `${service} (${own})` : service;
}
