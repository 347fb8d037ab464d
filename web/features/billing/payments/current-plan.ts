import { type PaidPlanKey, type PlanChoice, whenToChange } from '../../../../shared/billing/billing.ts';
import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { plans } from '../../../../shared/plans.ts';

/** The plan somebody has. */
export interface CurrentPlan {
  plan: PlanKey;
  /** Null if nothing was ever paid for it. */
  paidThrough: string | null;
  /** What renews, where it is changed without a new checkout. */
  running: Subscription | null;
}

/**
 * What can be done with a plan on offer: `open` means bought, `included` that the present plan holds all of it, `planned` that it
 * takes the place of the present one when that has ended.
 */
export type Availability = 'open' | 'current' | 'included' | 'planned' | 'change-now' | 'change-later';

export function availabilityOf(wanted: PlanChoice, current: CurrentPlan, nowMs: number): Availability {
  const { plan, paidThrough, running } = current;
  if (running?.status === 'active') return changeTo(wanted, running);
  const isPaid = paidThrough === null || Date.parse(paidThrough) > nowMs;
  if (!isPaid || plans[plan].monthlyPrice < plans[wanted.plan].monthlyPrice) return 'open';
  return plan === wanted.plan ? 'current' : 'included';
}

function changeTo(wanted: PlanChoice, running: Subscription): Availability {
  const { plan, billingPeriod, nextPlan, nextPeriod } = running;
  if (wanted.plan === plan && wanted.billingPeriod === billingPeriod) return 'current';
  if (wanted.plan === nextPlan && wanted.billingPeriod === nextPeriod) return 'planned';
  return whenToChange({ plan, billingPeriod }, wanted) === 'now' ? 'change-now' : 'change-later';
}

/** Until when the smaller plan that buying `wanted` would replace is paid; null if there is none. */
export function endsEarly(wanted: PaidPlanKey, current: CurrentPlan, nowMs: number): string | null {
  const { plan, paidThrough } = current;
  const isLesser = plan !== 'free' && plans[plan].monthlyPrice < plans[wanted].monthlyPrice;
  return isLesser && paidThrough !== null && Date.parse(paidThrough) > nowMs ? paidThrough : null;
}
