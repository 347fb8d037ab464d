import { readableTimeZone } from '../../shared/time-zones.ts';

// Without the date library, so that a page that only needs the current day does not have to load it.

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of an instant (ISO 8601, or milliseconds since 1970) in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string, instant: number | string): string {
  const parts = formatIn(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Created once for each zone, because creating one is slow. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: readableTimeZone(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
