import type { PaidPlanKey } from '../../../../shared/billing/billing.ts';
import type { PlanKey } from '../../../../shared/plans.ts';
import { plans } from '../../../../shared/plans.ts';

/** The plan somebody has, and until when it is paid; null where nothing was ever paid for it. */
export interface HeldPlan {
  plan: PlanKey;
  paidThrough: string | null;
}

/** What choosing `wanted` is to somebody with a plan: `held` and `included` cannot be chosen while that is paid. */
export function choiceOf(wanted: PaidPlanKey, held: HeldPlan, nowMs: number): 'open' | 'held' | 'included' {
  const isPaid = held.paidThrough === null || Date.parse(held.paidThrough) > nowMs;
  if (!isPaid || plans[held.plan].monthlyPrice < plans[wanted].monthlyPrice) return 'open';
  return held.plan === wanted ? 'held' : 'included';
}

/** Until when a lesser plan is paid that ends when `wanted` begins; null where there is none. */
export function endsEarly(wanted: PaidPlanKey, held: HeldPlan, nowMs: number): string | null {
  const isLesser = held.plan !== 'free' && plans[held.plan].monthlyPrice < plans[wanted].monthlyPrice;
  return isLesser && held.paidThrough !== null && Date.parse(held.paidThrough) > nowMs
    ? held.paidThrough
    : null;
}
