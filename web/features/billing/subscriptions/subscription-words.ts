import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import { periodNames } from '../../../lib/plan-text.ts';
import type { WantedPlan } from './queries.ts';

/** What is paid for, and what comes next, in a sentence or two. */
export function describeSubscription(subscription: Subscription, timeZone: string): string {
  const { plan, billingPeriod, status, paidThrough, endsAt, nextPlan, nextPeriod } = subscription;
  const what = `${plans[plan].name}, ${periodNames[billingPeriod].toLowerCase()}`;
  const on = (instant: string | null) => (instant ? ` on ${formatDate(instant, timeZone)}` : '');
  if (status === 'ended') return `${what}. It has ended, and nothing more is charged.`;
  if (status === 'overdue') return `${what}. The last payment did not go through.`;
  if (status === 'incomplete') return `${what}. The first payment is still on its way.`;
  if (endsAt) return `${what}. It ends${on(endsAt)}, and nothing more is charged.`;
  if (nextPlan) {
    const period = nextPeriod ? `, ${periodNames[nextPeriod].toLowerCase()}` : '';
    return `${what}. It becomes ${plans[nextPlan].name}${period}${on(paidThrough)}.`;
  }
  return `${what}. It renews${on(paidThrough)}.`;
}

export const payBy: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'by the month',
  annual: 'by the year',
  three_years: 'for three years',
};

/** The question over a change. */
export function titleOfChange(held: Pick<Subscription, 'plan'>, { plan, period }: WantedPlan): string {
  if (plan === 'free') return `Cancel ${plans[held.plan].name}?`;
  const { name } = plans[plan];
  return plan === held.plan ? `Pay ${name} ${payBy[period]}?` : `Change to ${name}?`;
}

/** Whether it ends, or becomes another plan, unless that is taken back. */
export function isLeaving({ endsAt, nextPlan }: Pick<Subscription, 'endsAt' | 'nextPlan'>): boolean {
  return endsAt !== null || nextPlan !== null;
}

const purposes: Readonly<Record<string, string>> = {
  renewal: 'renewed',
  subscription: 'first payment',
  'gift-order': 'Gifts from the store',
  arrears: 'Months that were due, paid by the link',
  'counselor-booking': 'A counseling session',
  'return-fee': 'The return of a physical item',
};

export function describePayment({ purpose, plan }: PaymentList['payments'][number]): string {
  const what = purposes[purpose] ?? purpose;
  return plan ? `${plans[plan].name}, ${what}` : what;
}
