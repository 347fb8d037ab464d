import type { PaidPlanKey } from '../../../../shared/billing/billing.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { plans } from '../../../../shared/plans.ts';

/** The plan somebody has. `paidThrough` is null if nothing was ever paid for it. */
export interface CurrentPlan {
  plan: PlanKey;
  paidThrough: string | null;
}

/** Whether `wanted` can be chosen: not if it is the current plan, or part of it, and that is still paid for. */
export function availabilityOf(
  wanted: PaidPlanKey,
  current: CurrentPlan,
  nowMs: number,
): 'open' | 'current' | 'included' {
  const isPaid = current.paidThrough === null || Date.parse(current.paidThrough) > nowMs;
  if (!isPaid || plans[current.plan].monthlyPrice < plans[wanted].monthlyPrice) return 'open';
  return current.plan === wanted ? 'current' : 'included';
}

/** Until when the smaller plan that `wanted` would replace is paid; null if there is none. */
export function endsEarly(wanted: PaidPlanKey, current: CurrentPlan, nowMs: number): string | null {
  const isLesser = current.plan !== 'free' && plans[current.plan].monthlyPrice < plans[wanted].monthlyPrice;
  return isLesser && current.paidThrough !== null && Date.parse(current.paidThrough) > nowMs
    ? current.paidThrough
    : null;
}
