import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';

/** One line of a list: a schedule by itself, or what belongs to one series. */
export interface ScheduleEntry {
  key: string;
  schedules: readonly [Schedule, ...Schedule[]];
}

/** What comes every year is one line, where the first of it stands. A schedule that does not belong to the line stands by itself. */
export function groupBySeries(
  schedules: readonly Schedule[],
  belongs: (schedule: Schedule) => boolean,
): ScheduleEntry[] {
  const keyOf = (schedule: Schedule) =>
    schedule.seriesId !== null && belongs(schedule) ? schedule.seriesId : schedule.id;
  const groups = Map.groupBy(schedules, keyOf);
  return [...groups].flatMap(([key, [first, ...more]]) =>
    first ? { key, schedules: [first, ...more] as const } : [],
  );
}
