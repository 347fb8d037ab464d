import { type BillingPeriod, monthsOf, priceOf } from '../../../../shared/billing/billing.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { annualDiscountPercent, formatYears, planNotes, reducedAfterYears } from '../../../lib/plan-text.ts';

const perPeriod: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'a month',
  annual: 'a year',
  three_years: 'for 3 years',
};

export interface PriceText {
  amount: string;
  /** What the amount is for, such as `a month`. */
  per: string;
  /** Null if paid month by month. */
  saving: string | null;
  /** The reduced price after some years. */
  later: string;
}

/** Describes the price of `plan` when a whole period is paid at once. */
export function describePrice(plan: Plan, period: BillingPeriod): PriceText {
  const price = priceOf(plan, period);
  const monthByMonth = formatDollars(plan.monthlyPrice * monthsOf[period]);
  const { reducedRate } = planNotes[plan.key];
  return {
    amount: formatDollars(price),
    per: perPeriod[period],
    saving:
      period === 'monthly'
        ? null
        : `Instead of ${monthByMonth} month by month: ${annualDiscountPercent(plan)}% less.`,
    later: `After ${formatYears(reducedAfterYears(plan))}: ${formatDollars(plan.reducedMonthlyPrice)} a month${
      reducedRate ? ` (${reducedRate})` : ''
    }.`,
  };
}
