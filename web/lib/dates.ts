import {
  type CalendarDate,
  CalendarDateTime,
  fromAbsolute,
  parseAbsolute,
  parseDate,
  parseTime,
  toCalendarDate,
  toTime,
  toZoned,
} from '@internationalized/date';
import { formatDate, formatTime } from '../../shared/dates.ts';
import { knownTimeZone, readableTimeZone } from '../../shared/time-zones.ts';
import { dayIn } from './calendar-day.ts';
import { deviceTimeZone } from './device.ts';

/** A day (YYYY-MM-DD) and a time (HH:mm) in an IANA time zone. */
export interface WallClock {
  date: string;
  time: string;
  timeZone: string;
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * The instant of a wall-clock time, as ISO 8601 UTC. A time that is skipped (clocks go forward) moves forward
 * by the gap; if a time occurs twice (clocks go back), the first one counts.
 */
export function toInstant({ date, time, timeZone }: WallClock): string {
  const day = parseDate(date);
  const clock = parseTime(time);
  const local = new CalendarDateTime(day.year, day.month, day.day, clock.hour, clock.minute);
  return toZoned(local, knownTimeZone(timeZone) ?? timeZone, 'compatible').toAbsoluteString();
}

export function toWallClock(instant: string, timeZone: string): WallClock {
  const zoned = parseAbsolute(instant, readableTimeZone(timeZone));
  return {
    date: toCalendarDate(zoned).toString(),
    time: toTime(zoned).toString().slice(0, 5),
    timeZone,
  };
}

const quarterMilliseconds = 91 * 24 * 3_600_000;

/** Whether the clocks of two zones show the same time all year, as in New York and Detroit. */
export function haveSameHours(one: string, other: string, nowMs: number): boolean {
  const offset = (timeZone: string, quarter: number) =>
    fromAbsolute(nowMs + quarter * quarterMilliseconds, readableTimeZone(timeZone)).offset;
  return [0, 1, 2, 3].every((quarter) => offset(one, quarter) === offset(other, quarter));
}

/** False for a time that is skipped when clocks go forward. */
export function isRealTime(wallClock: WallClock): boolean {
  const shown = toWallClock(toInstant(wallClock), wallClock.timeZone);
  return shown.date === wallClock.date && shown.time === wallClock.time;
}

/** `nowMs` is milliseconds since 1970. */
export function todayIn(timeZone: string, nowMs: number): CalendarDate {
  return parseDate(dayIn(timeZone, nowMs));
}

/** The same day in another year; 29 February falls on the 28th in common years. */
export function yearlyDate(date: CalendarDate, year: number): CalendarDate {
  return date.set({ year });
}

/** '4 May', from YYYY-MM-DD or an instant. */
export function formatDayAndMonth(instant: Date | string, timeZone = 'UTC'): string {
  return formatDate(instant, timeZone).slice(0, -5);
}

/** '12:04' for today, '12 October 2026' for earlier days. */
export function formatSavedAt(savedAtMs: number, nowMs: number): string {
  const zone = deviceTimeZone();
  const savedAt = new Date(savedAtMs);
  const day = formatDate(savedAt, zone);
  return day === formatDate(new Date(nowMs), zone) ? formatTime(savedAt, zone) : day;
}
