import type { BillingPeriod } from '../../shared/billing/billing.ts';
import type { Plan } from '../../shared/plans.ts';

export function formatYears(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}

export function isPaid(plan: Plan): boolean {
  return plan.monthlyPrice > 0;
}

/** How much cheaper an annual payment is than twelve monthly ones, in percent. */
export function annualDiscountPercent(plan: Plan): number {
  return Math.round((1 - plan.annualPrice / (12 * plan.monthlyPrice)) * 100);
}

export function reducedAfterYears(plan: Plan): number {
  return plan.reducedAfterMonths / 12;
}

/** What a plan includes, in display order. */
export function limitsOf({ memoryLimits, deliveryDatesPerYear, physicalItems, guaranteeYears }: Plan) {
  return [
    ['Letters', memoryLimits.letter],
    ['Photos', memoryLimits.photo],
    ['Videos', memoryLimits.video],
    ['Audio', memoryLimits.audio],
    ['Delivery dates a year', deliveryDatesPerYear],
    ['Physical items', physicalItems || 'none'],
    ['Legacy guarantee', formatYears(guaranteeYears)],
  ] as const;
}

/** What a plan offers besides its price and limits. */
export const planNotes: Readonly<Record<Plan['key'], { reducedRate?: string; extras?: string }>> = {
  free: {},
  basic: { reducedRate: 'storage-only guaranteed delivery', extras: 'Counseling add-on' },
  premium: { extras: 'Physical gift option and counseling add-on' },
};

export const periodNames: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'Monthly',
  annual: 'Annual',
  three_years: 'Three years',
};
