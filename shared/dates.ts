/** How days and times are written, on every page, in every mail and in every document: '15 June 2031', '12:00', 'Eastern'. */
import { readableTimeZone, timeZoneLabel } from './time-zones.ts';

/** A Date, or ISO 8601; a day without a time is in UTC. */
type Instant = Date | string;

/**
 * On a screen, lines do not break within a date, unless large letters leave no room for a whole one. The
 * server writes plain spaces, which can be searched for and keep a text message short.
 */
const { matchMedia } = globalThis as { matchMedia?: (query: string) => { matches: boolean } };
const space = matchMedia?.('(min-width: 20em)').matches ? '\u00a0' : ' ';

/** '4 May 2031', from YYYY-MM-DD. */
export function formatDay(date: string): string {
  return formatDate(date, 'UTC');
}

/** 'Sunday, 4 May 2031', from YYYY-MM-DD. */
export function formatFullDay(date: string): string {
  return formatFullDate(date, 'UTC');
}

/** '4 May 2031' */
export function formatDate(instant: Instant, timeZone: string): string {
  const part = partsOf(instant, timeZone);
  return part('day') + space + part('month') + space + part('year');
}

/** '12 Oct 2026', for small spaces. */
export function formatShortDate(instant: Instant, timeZone: string): string {
  return formatDate(instant, timeZone).replace(/(?<=\s\w{3})\w+/, '');
}

/** 'Sunday, 4 May 2031' */
export function formatFullDate(instant: Instant, timeZone: string): string {
  return `${partsOf(instant, timeZone)('weekday')}, ${formatDate(instant, timeZone)}`;
}

/** '12:04' */
export function formatTime(instant: Instant, timeZone: string): string {
  const part = partsOf(instant, timeZone);
  return `${part('hour')}:${part('minute')}`;
}

/** '4 May 2031 at 12:00 Eastern' */
export function formatDateTime(instant: Instant, timeZone: string): string {
  return `${formatDate(instant, timeZone)} at ${formatTime(instant, timeZone)} ${timeZoneLabel(timeZone)}`;
}

/** 'Sunday, 4 May 2031 at 12:00 Eastern' */
export function formatMoment(instant: Instant, timeZone: string): string {
  return `${partsOf(instant, timeZone)('weekday')}, ${formatDateTime(instant, timeZone)}`;
}

/** '3 days', '100 hours': in days if they are whole. */
export function formatHours(hours: number): string {
  const days = hours / 24;
  if (!Number.isInteger(days)) return hours === 1 ? '1 hour' : `${hours} hours`;
  return days === 1 ? '24 hours' : `${days} days`;
}

/** Creating a formatter is slow, and one account uses few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: readableTimeZone(timeZone),
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size < 2000) formats.set(timeZone, made);
  return made;
}

function partsOf(instant: Instant, timeZone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}
