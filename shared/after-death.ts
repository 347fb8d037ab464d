import { formatDay } from './dates.ts';

/**
 * When an `on_death` schedule is delivered, as it reads on every page: 'after your death' or, while the owner's earliest
 * day is still to come, 'after your death, not before 4 May 2031'. Without one the day of the schedule is the day on
 * which it was made, so only a day after `today` was chosen; once it has come, it no longer matters. Both days are
 * YYYY-MM-DD in the time zone of the schedule.
 */
export function describeAfterDeath(earliestDay: string, today: string): string {
  return earliestDay > today ? `after your death, not before ${formatDay(earliestDay)}` : 'after your death';
}
