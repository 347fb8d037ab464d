import { parseDate } from '@internationalized/date';
import { isLimitReached, type Plan } from '../../../../../../shared/plans.ts';
import { dayIn } from '../../../../../lib/calendar-day.ts';
import { todayIn } from '../../../../../lib/dates.ts';

interface Dated {
  id: string;
  deliveryDate: string;
}

/** Counts the delivery dates in the calendar year of `instant`, in the owner's zone, including delivered ones. */
export function countDatesInYear(
  schedules: readonly Dated[],
  instant: string,
  ownerTimeZone: string,
  exceptId: string | null,
): number {
  const year = yearOf(instant, ownerTimeZone);
  return schedules.filter(
    (schedule) => schedule.id !== exceptId && yearOf(schedule.deliveryDate, ownerTimeZone) === year,
  ).length;
}

export function yearOf(instant: string, timeZone: string): string {
  return dayIn(timeZone, instant).slice(0, 4);
}

interface DateUse {
  used: number;
  year: string;
  plan: Pick<Plan, 'name' | 'deliveryDatesPerYear'>;
}

export function describeDateUse({ used, year, plan }: DateUse): { text: string; isFull: boolean } {
  const { name, deliveryDatesPerYear: limit } = plan;
  return isLimitReached(used, limit)
    ? { text: `All ${limit} delivery dates of your ${name} plan in ${year} are taken.`, isFull: true }
    : {
        text: `With this, ${used + 1} of your ${limit} delivery dates in ${year} ${used === 0 ? 'is' : 'are'} taken.`,
        isFull: false,
      };
}

/** A warning if `day` is beyond the years that the plan guarantees, counted from today; otherwise null. */
export function describeGuarantee(
  day: string,
  plan: Pick<Plan, 'name' | 'guaranteeYears'>,
  timeZone: string,
  nowMs: number,
): string | null {
  const end = todayIn(timeZone, nowMs).add({ years: plan.guaranteeYears });
  if (parseDate(day).compare(end) <= 0) return null;
  const years = plan.guaranteeYears === 1 ? '1 year' : `${plan.guaranteeYears} years`;
  return `Your ${plan.name} plan guarantees delivery for ${years}; this day is beyond that.`;
}
