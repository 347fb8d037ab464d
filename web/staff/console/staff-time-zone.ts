import { formatFullDate, formatTime } from '../../../shared/dates.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

let ofProfile: string | undefined;

/** Times on every page of the console are in the zone of the profile. Called before any of them is drawn. */
export function showTimesIn(timezone: string): void {
  ofProfile = timezone;
}

/** In which staff read times, whatever machine they sit at. */
export function staffTimeZone(): string {
  return ofProfile ?? deviceTimeZone();
}

/** '12:04 Eastern' */
export function staffTime(instant: string): string {
  return `${formatTime(instant, staffTimeZone())} ${timeZoneLabel(staffTimeZone())}`;
}

/** 'Thu 26 November', where the year is plain. */
export function shortDay(instant: string, timeZone = staffTimeZone()): string {
  const [weekday = '', day = ''] = formatFullDate(instant, timeZone).split(', ');
  return `${weekday.slice(0, 3)} ${day.replace(/ \d+$/, '')}`;
}
