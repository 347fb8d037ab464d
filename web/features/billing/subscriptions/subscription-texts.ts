import type { BillingPeriod } from '../../../../shared/billing/billing.ts';
import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { plans } from '../../../../shared/plans.ts';
import { periodNames } from '../../../lib/plan-text.ts';
import type { WantedPlan } from './queries.ts';

/** What is paid for, and what comes next, in a sentence or two. */
export function describeSubscription(
  subscription: Subscription,
  timeZone: string,
  nowMs = Date.now(),
): string {
  const { plan, billingPeriod, status, paidThrough, endsAt, nextPlan, nextPeriod } = subscription;
  const what = `${plans[plan].name}, ${periodNames[billingPeriod].toLowerCase()}`;
  const on = (instant: string | null) => (instant ? ` on ${formatDate(instant, timeZone)}` : '');
  if (status === 'ended') return `${what}. It has ended, and nothing more is charged.`;
  if (status === 'overdue') return `${what}. The last payment did not go through.`;
  if (status === 'incomplete') return `${what}. The first payment is still on its way.`;
  if (endsAt) return `${what}. It ends${on(endsAt)}, and nothing more is charged.`;
  if (paidThrough && Date.parse(paidThrough) <= nowMs)
    return `${what}. The next payment is still on its way.`;
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

/** The question in the title of a change. */
export function titleOfChange(held: Pick<Subscription, 'plan'>, { plan, period }: WantedPlan): string {
  if (plan === 'free') return `Cancel ${plans[held.plan].name}?`;
  const { name } = plans[plan];
  return plan === held.plan ? `Pay ${name} ${payBy[period]}?` : `Change to ${name}?`;
}

/** Whether it ends, or becomes another plan, unless that is taken back. */
export function isLeaving({ endsAt, nextPlan }: Pick<Subscription, 'endsAt' | 'nextPlan'>): boolean {
  return endsAt !== null || nextPlan !== null;
}

/** Whether it was or will be refunded; null for most. */
export function describeRefund(
  { refund, amount }: PaymentList['payments'][number],
  timeZone: string,
): string | null {
  if (!refund) return null;
  const part = refund.amount < amount ? `${formatDollarsAndCents(refund.amount)} of it ` : '';
  if (!refund.givenBackAt) return part ? `${part}will be refunded` : 'Will be refunded';
  const day = formatDate(refund.givenBackAt, timeZone);
  return part ? `${part}refunded on ${day}` : `Refunded on ${day}`;
}

/** What it means for the owner that the plan is not paid. */
export function describeUnpaid(since: string, timeZone: string): string {
  return `Your plan has not been paid since ${formatDate(since, timeZone)}. Everything that you have left is kept: you can read it, change it, and take it with you. Until the plan is paid, deliveries wait, and you can add up to the limits of ${plans.free.name}.`;
}
