import type { Plan } from '../plans.ts';

/** For how long a paid plan is paid at once. Without schemas, like the plans. */
export const billingPeriods = ['monthly', 'annual', 'three_years'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** The plans that cost something. */
export const paidPlanKeys = ['basic', 'premium'] as const;
export type PaidPlanKey = (typeof paidPlanKeys)[number];

export const monthsOf: Readonly<Record<BillingPeriod, number>> = { monthly: 1, annual: 12, three_years: 36 };

/** What `plan` costs for a whole billing period, in dollars. Three years are three times the annual price. */
export function priceOf(plan: Plan, period: BillingPeriod): number {
  if (period === 'monthly') return plan.monthlyPrice;
  return plan.annualPrice * (monthsOf[period] / 12);
}
