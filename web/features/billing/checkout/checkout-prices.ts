import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import { monthsOf, priceOf } from '../../../../shared/billing/billing.ts';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { Plan } from '../../../../shared/plans.ts';
import { annualDiscountPercent, planNotes, reducedAfterYears, sayYears } from '../../../lib/plan-words.ts';

export const periodNames: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'Monthly',
  annual: 'Annual',
  three_years: 'Three years',
};

const pers: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'a month',
  annual: 'a year',
  three_years: 'for 3 years',
};

export interface PriceWords {
  amount: string;
  /** What the amount is for, such as `a month`. */
  per: string;
  /** What is saved; nothing where each month is paid by itself. */
  saving: string | null;
  /** What it costs later. */
  later: string;
}

/** What `plan` costs when it is paid for a whole period at once. */
export function sayPrice(plan: Plan, period: BillingPeriod): PriceWords {
  const price = priceOf(plan, period);
  const monthByMonth = formatDollars(plan.monthlyPrice * monthsOf[period]);
  const { reducedRate } = planNotes[plan.key];
  return {
    amount: formatDollars(price),
    per: pers[period],
    saving:
      period === 'monthly'
        ? null
        : `Instead of ${monthByMonth} month by month: ${annualDiscountPercent(plan)}% less.`,
    later: `After ${sayYears(reducedAfterYears(plan))}: ${formatDollars(plan.reducedMonthlyPrice)} a month${
      reducedRate ? ` (${reducedRate})` : ''
    }.`,
  };
}
