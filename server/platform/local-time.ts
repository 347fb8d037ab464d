import { Temporal } from 'temporal-polyfill';
import { knownTimeZone, readableTimeZone } from '../../shared/time-zones.ts';

/** The version of the time-zone rules of this process, in IANA's notation, for example `2026c`. Empty, which is older than any, if Node does not say. */
export const timeZoneRulesVersion = process.versions['tz'] ?? '';

/** A date and time of day as a local clock shows them in `timezone`. */
export interface WallClock {
  /** `YYYY-MM-DD` */
  localDate: string;
  /** `HH:MM`, or `HH:MM:SS` when the seconds are not zero. */
  localTime: string;
  timezone: string;
}

/** The local date and time in `timezone` (IANA) at `instant`. */
export function wallClockAt(instant: Date, timezone: string): WallClock {
  const there = zonedAt(instant, timezone);
  const time = there.toPlainTime();
  const smallestUnit = time.second === 0 ? 'minute' : 'second';
  return { localDate: there.toPlainDate().toString(), localTime: time.toString({ smallestUnit }), timezone };
}

/**
 * The instant of a local date and time; throws a RangeError for a time zone that these rules do not know. A time skipped by the clock change moves forward by the gap; of a repeated
 * time, the first is taken ("compatible" in ECMA-262 Temporal).
 */
export function instantOf({ localDate, localTime, timezone }: WallClock): Date {
  const wall = Temporal.PlainDate.from(localDate).toPlainDateTime(Temporal.PlainTime.from(localTime));
  return new Date(
    wall.toZonedDateTime(knownTimeZone(timezone) ?? timezone, { disambiguation: 'compatible' })
      .epochMilliseconds,
  );
}

/** The calendar day, `YYYY-MM-DD`, `days` after `localDate`, or before it if negative. */
export function daysAfter(localDate: string, days: number): string {
  return Temporal.PlainDate.from(localDate).add({ days }).toString();
}

/** The same day `months` calendar months later, or the last day of a shorter month. */
export function dayMonthsAfter(localDate: string, months: number): string {
  return Temporal.PlainDate.from(localDate).add({ months }).toString();
}

/** The first time the clocks show `localTime` in `timezone` once `days` calendar days have passed there since `instant`. */
export function firstAfterDays(
  instant: Date,
  days: number,
  { localTime, timezone }: Pick<WallClock, 'localTime' | 'timezone'>,
): Date {
  const there = zonedAt(instant, timezone);
  const isOverToday = Temporal.PlainTime.compare(localTime, there.toPlainTime()) < 0;
  const day = there.toPlainDate().add({ days: isOverToday ? days + 1 : days });
  return instantOf({ localDate: day.toString(), localTime, timezone: there.timeZoneId });
}

/** The first instant of the calendar `year` in `timezone`, and that of the next year (exclusive). */
export function yearBounds(year: number, timezone: string): { from: Date; to: Date } {
  const known = readableTimeZone(timezone);
  const startOf = (of: number) =>
    instantOf({
      localDate: new Temporal.PlainDate(of, 1, 1).toString(),
      localTime: '00:00',
      timezone: known,
    });
  return { from: startOf(year), to: startOf(year + 1) };
}

export function localYear(instant: Date, timezone: string): number {
  return zonedAt(instant, timezone).year;
}

/**
 * The same day and time `months` calendar months after `instant`, in UTC. `anchor` fixes the day of the month: what
 * began on the 31st falls on the last day of a shorter month and on the 31st again after it.
 */
export function monthsAfter(instant: Date, months: number, anchor = instant): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC');
  const to = from.add({ months });
  const anchorDay = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC').day;
  return new Date(to.with({ day: Math.min(anchorDay, to.daysInMonth) }).epochMilliseconds);
}

export function isWeekend(instant: Date, timezone: string): boolean {
  return zonedAt(instant, timezone).dayOfWeek > 5;
}

function zonedAt(instant: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
    readableTimeZone(timezone),
  );
}
