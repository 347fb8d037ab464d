import { dayIn } from '../../../../../shared/delivery/series-days.ts';
import { instantOf } from '../../../../platform/local-time.ts';
import type { ScheduleRow, SeriesRow } from '../deliveries.table.ts';
import type { NewSchedule } from '../plan/insert-schedules.ts';

type Moment = Pick<ScheduleRow, 'deliveryDate' | 'localDate' | 'localTime' | 'timezone'>;

/** When a series comes in `year`, computed from its day and time in that year alone. */
export function momentIn(
  { month, day, localTime, timezone }: Pick<SeriesRow, 'month' | 'day' | 'localTime' | 'timezone'>,
  year: number,
): Moment {
  const wallClock = { localDate: dayIn(year, { month, day }), localTime, timezone };
  return { ...wallClock, deliveryDate: instantOf(wallClock) };
}

/** Whether a year's day, time or zone was changed and differs from its series. */
export function isMovedByHand(row: SeriesRow, schedule: ScheduleRow): boolean {
  const { localDate, localTime, timezone } = momentIn(row, schedule.year ?? row.fromYear);
  return (
    schedule.localDate !== localDate || schedule.localTime !== localTime || schedule.timezone !== timezone
  );
}

/** The schedules of these years. */
export function planYears(row: SeriesRow, years: readonly (readonly [number, string])[]): NewSchedule[] {
  return years.map(([year, memoryId]) => ({
    ...momentIn(row, year),
    ...{ memoryId, year, seriesId: row.id },
    deliveryType: 'scheduled',
    deliveryMethod: 'digital',
    releaseDays: null,
    idempotencyKey: null,
  }));
}

/** The birthday for which it was planned and the recipient's current one, if they differ. */
export function birthdayMoved(
  { birthday: from }: Pick<SeriesRow, 'birthday'>,
  to: string | null,
): { from: string; to: string } | null {
  return from && to && from !== to ? { from, to } : null;
}
