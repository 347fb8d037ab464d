import { instantOf, wallClockAt } from '../../server/platform/local-time.ts';

/** The day `days` after `instant`, at `localTime` (`HH:MM`, with seconds where they matter) in `timezone`. */
export function dayFrom(instant: Date, days: number, localTime: string, timezone: string): Date {
  const moved = new Date(instant.getTime() + days * 24 * 60 * 60 * 1000);
  return instantOf({ ...wallClockAt(moved, timezone), localTime });
}

/** Noon on the day `MM-DD`, `years` years after that of `instant`. */
export function noonOn(instant: Date, monthAndDay: string, years: number, timezone: string): Date {
  const year = Number(wallClockAt(instant, timezone).localDate.slice(0, 4)) + years;
  return instantOf({ localDate: `${year}-${monthAndDay}`, localTime: '12:00', timezone });
}

/** Noon on the next `MM-DD` whose noon is in the future. */
export function nextNoonOn(instant: Date, monthAndDay: string, timezone: string): Date {
  const thisYear = noonOn(instant, monthAndDay, 0, timezone);
  return thisYear > instant ? thisYear : noonOn(instant, monthAndDay, 1, timezone);
}

/** The first full minute at or after `instant`, because people choose full minutes. */
export function fullMinute(instant: Date): Date {
  const minute = 60_000;
  return new Date(Math.ceil(instant.getTime() / minute) * minute);
}
