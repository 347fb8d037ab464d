import type { PaymentList, Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import { periodNames } from '../../../lib/plan-text.ts';

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

/** What the owner is asked before a plan is cancelled. */
export function describeCancelling({ plan, status, paidThrough }: Subscription, timeZone: string): string {
  const until =
    status === 'active' && paidThrough
      ? `You keep ${plans[plan].name} until ${formatDate(paidThrough, timeZone)}, and nothing more is charged. After that you have`
      : 'It ends now, and nothing more is charged. From now on you have';
  return `${until} ${plans.free.name}. Everything that you have left stays as it is.`;
}

const purposes: Readonly<Record<string, string>> = {
  renewal: 'renewed',
  subscription: 'first payment',
  'gift-order': 'Gifts from the store',
  arrears: 'Months that were due, paid by the link',
  'counselor-booking': 'A counseling session',
};

export function describePayment({ purpose, plan }: PaymentList['payments'][number]): string {
  const what = purposes[purpose] ?? purpose;
  return plan ? `${plans[plan].name}, ${what}` : what;
}
