import { formatDay } from './dates.ts';

/**
 * When an `on_death` schedule is delivered, in the words of every page: 'after your death' or, while the owner's
 * earliest day is still to come, 'after your death, not before 4 May 2031'. Without a chosen day the schedule's day
 * is the one on which it was made, so only a day after `today` was chosen; once it has come, it no longer matters.
 * Both days are YYYY-MM-DD in the schedule's time zone. With days after the release: '30 days after your death'.
 */
export function describeAfterDeath(
  earliestDay: string,
  today: string,
  releaseDays: number | null = null,
): string {
  const days = releaseDays ? `${releaseDays} ${releaseDays === 1 ? 'day' : 'days'} ` : '';
  const after = `${days}after your death`;
  return earliestDay > today ? `${after}, not before ${formatDay(earliestDay)}` : after;
}
