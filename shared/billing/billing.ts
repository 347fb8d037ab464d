import { type Plan, plans } from '../plans.ts';

/** How long one payment for a plan lasts. Without schemas, like the plans. */
export const billingPeriods = ['monthly', 'annual', 'three_years'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

export const paidPlanKeys = ['basic', 'premium'] as const;
export type PaidPlanKey = (typeof paidPlanKeys)[number];

export const monthsOf: Readonly<Record<BillingPeriod, number>> = { monthly: 1, annual: 12, three_years: 36 };

/** The price of a whole billing period, in dollars. Three years cost three times the annual price. */
export function priceOf(plan: Plan, period: BillingPeriod): number {
  if (period === 'monthly') return plan.monthlyPrice;
  return plan.annualPrice * (monthsOf[period] / 12);
}

/** What somebody subscribes to. */
export interface PlanChoice {
  plan: PaidPlanKey;
  billingPeriod: BillingPeriod;
}

/** An upgrade takes effect at once; a downgrade, or a shorter period, when the paid period ends. */
export function whenToChange(held: PlanChoice, wanted: PlanChoice): 'now' | 'period-end' {
  const difference = plans[wanted.plan].monthlyPrice - plans[held.plan].monthlyPrice;
  const isLonger = monthsOf[wanted.billingPeriod] > monthsOf[held.billingPeriod];
  return difference > 0 || (difference === 0 && isLonger) ? 'now' : 'period-end';
}
