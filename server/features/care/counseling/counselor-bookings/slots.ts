import {
  bookingDaysAhead,
  type SessionTime,
  sessionTimes,
  sessionTimezone,
} from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { daysAfter, instantOf, wallClockAt } from '../../../../platform/local-time.ts';

/** A time at which a session can begin, on the clocks of `sessionTimezone`. */
export interface Slot {
  date: string;
  time: SessionTime;
  startsAt: Date;
}

/** The instant of a time of day in the zone of the service. */
export function startOf(date: string, time: string): Date {
  return instantOf({ localDate: date, localTime: time, timezone: sessionTimezone });
}

/** The first and the last day that can be booked at `now`. */
export function bookableDays(now: Date): { from: string; to: string } {
  const from = wallClockAt(now, sessionTimezone).localDate;
  return { from, to: daysAfter(from, bookingDaysAhead) };
}

/** The slots of the days from `from` until `to`, both included, that can be booked at `now`. */
export function listSlots(from: string, to: string, now: Date): Slot[] {
  const bookable = bookableDays(now);
  const last = to < bookable.to ? to : bookable.to;
  const slots: Slot[] = [];
  for (let date = from > bookable.from ? from : bookable.from; date <= last; date = daysAfter(date, 1)) {
    for (const slot of slotsOf(date)) if (slot.startsAt > now) slots.push(slot);
  }
  return slots;
}

/** The clocks change in the night, so that one look at the zone is enough for a day. */
function slotsOf(date: string): Slot[] {
  const first = startOf(date, sessionTimes[0]);
  return sessionTimes.map((time) => ({
    date,
    time,
    startsAt: minutesAfter(first, minutesOf(time) - minutesOf(sessionTimes[0])),
  }));
}

function minutesOf(time: SessionTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
