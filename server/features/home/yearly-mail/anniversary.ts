import { readableTimeZone } from '../../../../shared/time-zones.ts';
import { dayMonthsAfter, instantOf, wallClockAt } from '../../../platform/local-time.ts';

/** It is not written in the middle of the night. */
const localTime = '09:00';
/** After an outage it is made up for within these days; later the year is left out. */
export const madeUpForDays = 7;

/** How many years an account has had: its newest anniversary, of which the owner may be written to at `now`; null if there is none. */
export function anniversaryAt(
  { createdAt, timezone }: { createdAt: Date; timezone: string },
  now: Date,
): number | null {
  const zone = readableTimeZone(timezone);
  const { localDate: began } = wallClockAt(createdAt, zone);
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const thisYear = yearOf(wallClockAt(now, zone).localDate) - yearOf(began);
  for (const years of [thisYear, thisYear - 1]) {
    // What began on 29 February has its day on the 28th in other years.
    const at = instantOf({ localDate: dayMonthsAfter(began, years * 12), localTime, timezone: zone });
    if (at <= now) return years >= 1 && daysBetween(at, now) < madeUpForDays ? years : null;
  }
  return null;
}

function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / (24 * 3_600_000);
}
