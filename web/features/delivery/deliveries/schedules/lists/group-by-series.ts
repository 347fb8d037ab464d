import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';

/** One line of a list: a single schedule, or the schedules of one series. */
export interface ScheduleEntry {
  key: string;
  schedules: readonly [Schedule, ...Schedule[]];
}

/** A series is one line, at the place of its first schedule. A schedule that does not belong to it stays separate. */
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
