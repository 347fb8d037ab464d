import { readableTimeZone } from '../../../../../shared/time-zones.ts';
import { dayMonthsAfter, instantOf, wallClockAt } from '../../../../platform/local-time.ts';

/** So that it is not sent in the middle of the night. */
const localTime = '09:00';
/** After an outage it is still sent within this many days; later, that year is skipped. */
export const madeUpForDays = 7;

/** How many years an account has existed at its newest anniversary, if the owner may be written to about it at `now`; otherwise null. */
export function anniversaryAt(
  { createdAt, timezone }: { createdAt: Date; timezone: string },
  now: Date,
): number | null {
  const zone = readableTimeZone(timezone);
  const { localDate: began } = wallClockAt(createdAt, zone);
  const yearOf = (day: string) => Number(day.slice(0, 4));
  const thisYear = yearOf(wallClockAt(now, zone).localDate) - yearOf(began);
  for (const years of [thisYear, thisYear - 1]) {
    // An account created on 29 February has its anniversary on the 28th in common years.
    const at = instantOf({ localDate: dayMonthsAfter(began, years * 12), localTime, timezone: zone });
    if (at <= now) return years >= 1 && daysBetween(at, now) < madeUpForDays ? years : null;
  }
  return null;
}

function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / (24 * 3_600_000);
}
