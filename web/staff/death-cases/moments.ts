import { formatDateTime } from '../../../shared/dates.ts';
import { staffTimeZone } from '../console/times.ts';

/** `4 May 2031 at 12:00 Eastern` */
export function moment(instant: string): string {
  return formatDateTime(instant, staffTimeZone());
}

/** `1 h 20 min`, `2 days 4 h` */
export function durationOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
