import { Temporal } from 'temporal-polyfill';

/** A day and time as a clock on the wall shows them in `timezone`. */
export interface WallClock {
  /** `YYYY-MM-DD` */
  localDate: string;
  /** `HH:MM`, with seconds only where they are not zero. */
  localTime: string;
  timezone: string;
}

/** What the clock on the wall shows in `timezone` (IANA) at `instant`. */
export function wallClockAt(instant: Date, timezone: string): WallClock {
  const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone);
  const time = there.toPlainTime();
  const smallestUnit = time.second === 0 ? 'minute' : 'second';
  return { localDate: there.toPlainDate().toString(), localTime: time.toString({ smallestUnit }), timezone };
}

/**
 * The instant at which the clock on the wall shows `localDate` and `localTime`. A time that the day skips moves on
 * by the gap; of a time that the day has twice it is the first ("compatible", as in ECMA-262 Temporal).
 */
export function instantOf({ localDate, localTime, timezone }: WallClock): Date {
  const wall = Temporal.PlainDate.from(localDate).toPlainDateTime(Temporal.PlainTime.from(localTime));
  return new Date(wall.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** From the first instant of the calendar `year` in `timezone` up to, and not including, the next year's. */
export function yearBounds(year: number, timezone: string): { from: Date; to: Date } {
  const startOf = (of: number) =>
    instantOf({ localDate: new Temporal.PlainDate(of, 1, 1).toString(), localTime: '00:00', timezone });
  return { from: startOf(year), to: startOf(year + 1) };
}

export function localYear(instant: Date, timezone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).year;
}

/**
 * The same day and time of day `months` calendar months after `instant`, in UTC. `anchor` is where the months are counted
 * from: what began on the 31st falls on the last day of a shorter month and on the 31st again after it.
 */
export function monthsAfter(instant: Date, months: number, anchor = instant): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
  const to = from.add({ months });
  const anchorDay = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC').day;
  return new Date(to.with({ day: Math.min(anchorDay, to.daysInMonth) }).epochMilliseconds);
}

/** The day in words: `4 May 2031`. */
export function spokenDay(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(instant);
}

/** In words for a mail: `Sunday, 4 May 2031 at 12:00 (America/New_York)`. */
export function spokenWallClock(instant: Date, timezone: string): string {
  const { localTime } = wallClockAt(instant, timezone);
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(instant);
  return `${parts} at ${localTime.slice(0, 5)} (${timezone})`;
}
