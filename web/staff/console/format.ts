import {
  formatDate,
  formatDateTime,
  formatFullDate,
  formatMoment,
  formatTime,
} from '../../../shared/dates.ts';
import type { AddressChanged } from '../../../shared/delivery/staff-deliveries.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { formatDayAndMonth } from '../../lib/dates.ts';
import { deviceTimeZone } from '../../lib/device.ts';

let ofProfile: string | undefined;

/** Times on every page of the console are in the time zone of the profile. Call this before any of them is rendered. */
export function showTimesIn(timezone: string): void {
  ofProfile = timezone;
}

/** The time zone in which staff read times, whatever the device's zone. */
export function staffTimeZone(): string {
  return ofProfile ?? deviceTimeZone();
}

/** `24 December 2030`. This and the following are in the reader's time zone. */
export function dateOf(instant: string): string {
  return formatDate(instant, staffTimeZone());
}

/** `24 December 2030 at 12:04 Eastern` */
export function dateTimeOf(instant: string): string {
  return formatDateTime(instant, staffTimeZone());
}

/** `Tuesday, 24 December 2030 at 12:04 Eastern` */
export function momentOf(instant: string): string;
export function momentOf(instant: string | null): string | null;
export function momentOf(instant: string | null): string | null {
  return instant && formatMoment(instant, staffTimeZone());
}

/** `12:04 Eastern` */
export function staffTime(instant: string): string {
  return `${formatTime(instant, staffTimeZone())} ${timeZoneLabel(staffTimeZone())}`;
}

/** `Thu 26 November` */
export function shortDay(instant: string, timeZone = staffTimeZone()): string {
  return `${formatFullDate(instant, timeZone).slice(0, 3)} ${formatDayAndMonth(instant, timeZone)}`;
}

/** `12 min`, `2 h`, `4 days`: how long ago `instant` was. */
export function ageOf(instant: string, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** `changed by Lena Moreau on 30 November 2026`: shown on everything that was or will be sent to an address that the owner did not enter. */
export function changedBy({ by, at }: Pick<AddressChanged, 'by' | 'at'>): string {
  return `changed by ${by} on ${dateOf(at)}`;
}

/** `1 h 20 min`, `2 days 4 h` */
export function durationOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${counted(days, 'day')} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

export function inFigures(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 order`, `1,204 orders` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inFigures(count)} ${count === 1 ? one : many}`;
}
