import { formatDateTime, formatTime } from '../../../shared/dates.ts';
import { timeZoneLabel } from '../../../shared/time-zones.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';
import { useMe } from '../console/me.ts';

/** Times as the member of staff who reads them has them in their profile. */
export function useMoments() {
  const zone = useMe().data?.timezone ?? deviceTimeZone();
  return {
    zoneName: timeZoneLabel(zone),
    /** `4 May 2031 at 12:00 Eastern` */
    moment: (instant: string) => formatDateTime(instant, zone),
    time: (instant: string) => formatTime(instant, zone),
  };
}

/** `1 h 20 min`, `2 days 4 h` */
export function durationOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
