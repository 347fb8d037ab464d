import { formatTime } from '../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { isLimitReached, type Plan } from '../../../../../shared/plans.ts';
import { isRealTime } from '../../../../lib/dates.ts';
import { formatYears } from '../../../../lib/plan-text.ts';
import { countDatesInYear, describeGuarantee, yearOf } from '../schedules/form/plan-limits.ts';
import type { PlannedYear } from './planned-years.ts';
import { noon } from './series-plan.ts';
import { listYears } from './series-words.ts';

/** The years that scheduling would add: those that get something and have nothing scheduled yet. */
export function newYears(years: readonly PlannedYear[]): PlannedYear[] {
  return years.filter(({ content, scheduled }) => content !== null && scheduled === null);
}

/** 'Schedule three more years' */
export function labelOfScheduling(years: readonly PlannedYear[]): string {
  const count = newYears(years).length;
  const more = years.some(({ scheduled }) => scheduled) ? 'more ' : '';
  return count === 0 ? 'Schedule these years' : `Schedule ${countOf(count, `${more}year`)}`;
}

/** '“For your thirtieth” is scheduled already and stays as it is.'; null if nothing is. */
export function describeScheduled(years: readonly PlannedYear[]): string | null {
  const known = years.filter(({ scheduled }) => scheduled);
  const [first, ...more] = known;
  if (!first) return null;
  return more.length === 0
    ? `“${first.content?.title ?? 'A memory'}” is scheduled already and stays as it is.`
    : `What is scheduled already for ${listYears(known.map(({ year }) => year))} stays as it is.`;
}

interface Limits {
  plan: Plan;
  schedules: readonly Schedule[];
  /** The owner's time zone, in which delivery dates are counted. */
  timeZone: string;
}

/** 'Each year uses one of its 30 delivery dates.' */
export function describeUse(years: readonly PlannedYear[], { plan }: Limits): string | null {
  const added = newYears(years);
  const [first, ...more] = added;
  if (!first) return null;
  return more.length === 0
    ? `It uses one of your ${plan.deliveryDatesPerYear} delivery dates in ${first.year}.`
    : `Each year uses one of its ${plan.deliveryDatesPerYear} delivery dates.`;
}

/** 'All 5 delivery dates of your First Echo plan in 2029 and 2030 are taken.'; null if there is room. */
export function describeFullYears(years: readonly PlannedYear[], limits: Limits): string | null {
  const { plan, schedules, timeZone } = limits;
  const full = newYears(years).filter(({ instant }) =>
    isLimitReached(countDatesInYear(schedules, instant, timeZone, null), plan.deliveryDatesPerYear),
  );
  if (full.length === 0) return null;
  const when = listYears(full.map(({ instant }) => Number(yearOf(instant, timeZone))));
  return `All ${plan.deliveryDatesPerYear} delivery dates of your ${plan.name} plan in ${when} are taken.`;
}

/** A warning if the plan does not guarantee the last of the years. */
export function describeSeriesGuarantee(
  years: readonly PlannedYear[],
  plan: Plan,
  timeZone: string,
  nowMs: number,
): string | null {
  const beyond = newYears(years).filter(({ date }) => describeGuarantee(date, plan, timeZone, nowMs));
  const [first] = beyond;
  if (!first) return null;
  const which = beyond.length === 1 ? `${first.year} is` : `the years from ${first.year} on are`;
  return `Your ${plan.name} plan guarantees delivery for ${formatYears(plan.guaranteeYears)}; ${which} beyond that.`;
}

/** A warning if the time is skipped in some year because clocks go forward; otherwise null. */
export function describeClockChanges(
  years: readonly PlannedYear[],
  { time, timeZone }: { time: string; timeZone: string },
): string | null {
  const moved = newYears(years).filter(({ date }) => !isRealTime({ date, time: time || noon, timeZone }));
  const [first] = moved;
  if (!first) return null;
  const when = listYears(moved.map(({ year }) => year));
  return `In ${when} clocks go forward that day, and ${time} is left out: it goes out at ${formatTime(first.instant, timeZone)}.`;
}
