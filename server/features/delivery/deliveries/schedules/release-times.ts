import { firstAfterDays } from '../../../../platform/local-time.ts';
import type { ScheduleRow } from './schedules.table.ts';

export interface Release {
  releasedAt: Date;
  /** Dated deliveries wait for this many days, 0 for none. */
  quietDays: number;
}

type Chosen = Pick<ScheduleRow, 'deliveryType' | 'deliveryDate' | 'releaseDays' | 'localTime' | 'timezone'>;

/**
 * When a schedule falls due whose owner is released: an `on_death` one at the release, or later on its day or after its days;
 * a dated one on its day, or at the end of the quiet days. Days are those of the schedule's time zone, and end at its time of day.
 */
export function dueAfterRelease(schedule: Chosen, { releasedAt, quietDays }: Release): Date {
  const { deliveryDate, releaseDays } = schedule;
  if (schedule.deliveryType === 'scheduled')
    return latest(deliveryDate, quietDays > 0 && firstAfterDays(releasedAt, quietDays, schedule));
  return latest(
    releasedAt,
    deliveryDate,
    releaseDays !== null && releaseDays > 0 && firstAfterDays(releasedAt, releaseDays, schedule),
  );
}

function latest(...instants: (Date | false)[]): Date {
  return new Date(Math.max(...instants.map((instant) => (instant ? instant.getTime() : 0))));
}
