import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { type PlanKey, plans } from '../../../../shared/plans.ts';
import { payBy } from '../subscriptions/subscriptions.tsx';
import { type Availability, type CurrentPlan, endsEarly } from './held-plan.ts';

export function isChoosable(availability: Availability): boolean {
  return availability === 'open' || availability === 'change-now' || availability === 'change-later';
}

/** The label of a plan's button. */
export function labelOf(
  planKey: PaidPlanKey,
  availability: Availability,
  period: BillingPeriod,
  present: PlanKey,
): string {
  const { name } = plans[planKey];
  const change = planKey === present ? `Pay ${payBy[period]}` : `Change to ${name}`;
  const labels: Record<Availability, string> = {
    open: `Select ${name}`,
    current: `You have ${name}`,
    included: `Included in ${plans[present].name}`,
    planned: `${name} comes next`,
    'change-now': change,
    'change-later': change,
  };
  return labels[availability];
}

/** What choosing a plan does to the current one, shown beforehand; null if it does nothing to it. */
export function describeEffect(
  planKey: PaidPlanKey,
  availability: Availability,
  current: CurrentPlan,
  timeZone: string,
  nowMs = Date.now(),
): string | null {
  const { plan, paidThrough } = current;
  const day = (instant: string) => formatDate(instant, timeZone);
  const { name } = plans[plan];
  const isOther = planKey !== plan;
  if (availability === 'change-now')
    return `It begins at once. What is left of ${isOther ? name : 'the current period'} is taken off the price.`;
  if (!paidThrough) return null;
  if (availability === 'current') return `Paid until ${day(paidThrough)}.`;
  if (availability === 'change-later' || availability === 'planned')
    return isOther ? `You keep ${name} until ${day(paidThrough)}.` : `From ${day(paidThrough)} on.`;
  const ends = endsEarly(planKey, current, nowMs);
  if (!ends) return null;
  return `It begins at once and takes the place of ${name}, which is paid until ${day(ends)}. What is left of that plan is not carried over.`;
}
