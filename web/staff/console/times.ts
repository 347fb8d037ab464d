import { formatDate, formatFullDate, formatTime } from '../../../shared/dates.ts';
import type { AddressChanged } from '../../../shared/delivery/staff-deliveries.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { deviceTimeZone } from '../../lib/device.ts';

let ofProfile: string | undefined;

/** Times on every page of the console are in the zone of the profile. Called before any of them is drawn. */
export function showTimesIn(timezone: string): void {
  ofProfile = timezone;
}

/** The zone in which staff read times, whatever the device. */
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

/** `12 min`, `2 h`, `4 days`: how long ago `instant` was. */
export function ageOf(instant: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** `changed by Lena Moreau on 30 November 2026`: what stands on everything that went, or goes, to an address that the owner did not enter. */
export function changedBy({ by, at }: Pick<AddressChanged, 'by' | 'at'>): string {
  return `changed by ${by} on ${formatDate(at, staffTimeZone())}`;
}
