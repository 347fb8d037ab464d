import {
  type BillingPeriod,
  billingPeriods,
  monthsOf,
  type PlanChoice,
  paidPlanKeys,
  priceOf,
} from '../../../../shared/billing/billing.ts';
import { centsOf } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import type { RecurringPrice } from '../../../platform/payments/payments.ts';

export const periodLabels: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'one month',
  annual: 'one year',
  three_years: 'three years',
};

export type Choice = PlanChoice;

/** The price from the catalogue, and the reduced price that applies after some years. */
export function priceFor({ plan: key, billingPeriod }: Choice): RecurringPrice {
  const plan = plans[key];
  const reduced: RecurringPrice = {
    key: `${key}:reduced`,
    label: `${plan.name}, reduced price`,
    amountCents: centsOf(plan.reducedMonthlyPrice),
    everyMonths: 1,
    later: null,
  };
  return {
    key: `${key}:${billingPeriod}`,
    label: plan.name,
    amountCents: centsOf(priceOf(plan, billingPeriod)),
    everyMonths: monthsOf[billingPeriod],
    later: { afterMonths: plan.reducedAfterMonths, price: reduced },
  };
}

/** The price that a subscription has now. */
export function currentPrice(subscription: Choice & { isReduced: boolean }): RecurringPrice {
  const price = priceFor(subscription);
  return subscription.isReduced && price.later ? price.later.price : price;
}

/** What a price of a provider's subscription is for. Throws if the price is not ours. */
export function choiceOf(priceKey: string): Choice & { isReduced: boolean } {
  const [planKey, period] = priceKey.split(':');
  const plan = paidPlanKeys.find((key) => key === planKey);
  const isReduced = period === 'reduced';
  const billingPeriod = isReduced ? 'monthly' : billingPeriods.find((key) => key === period);
  if (!plan || !billingPeriod) throw new Error(`there is no price ${priceKey}`);
  return { plan, billingPeriod, isReduced };
}

export function nameOf({ plan, billingPeriod }: Choice): string {
  return `${plans[plan].name} for ${periodLabels[billingPeriod]}`;
}
