import type { Plan } from '../plans.ts';

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
