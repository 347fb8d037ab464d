import {
  type PaidPlanKey,
  type PlanChoice,
  paidPlanKeys,
  whenToChange,
} from '../../../../shared/billing/billing.ts';
import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { type PlanKey, plans } from '../../../../shared/plans.ts';
import { isAnythingSold } from '../../../lib/site-settings.ts';
import { useProfile, useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { usePayments } from '../subscriptions/queries.ts';
import { describeSubscription } from '../subscriptions/subscriptions.tsx';

/** The plan somebody has. */
export interface CurrentPlan {
  plan: PlanKey;
  /** Null if nothing was ever paid for it. */
  paidThrough: string | null;
  /** The subscription that renews, if it can be changed without a new checkout. */
  running: Subscription | null;
}

/**
 * What can be done with an offered plan: `open` means that it can be bought, `included` that the current plan
 * contains all of it, `planned` that it replaces the current one when that ends.
 */
export type Availability = 'open' | 'current' | 'included' | 'planned' | 'change-now' | 'change-later';

export function availabilityOf(wanted: PlanChoice, current: CurrentPlan, nowMs: number): Availability {
  const { plan, paidThrough, running } = current;
  if (running?.status === 'active') return changeTo(wanted, running);
  const isPaid = paidThrough === null || Date.parse(paidThrough) > nowMs;
  if (!isPaid || plans[plan].monthlyPrice < plans[wanted.plan].monthlyPrice) return 'open';
  return plan === wanted.plan ? 'current' : 'included';
}

function changeTo(wanted: PlanChoice, running: Subscription): Availability {
  const { plan, billingPeriod, nextPlan, nextPeriod } = running;
  if (wanted.plan === plan && wanted.billingPeriod === billingPeriod) return 'current';
  if (wanted.plan === nextPlan && wanted.billingPeriod === nextPeriod) return 'planned';
  return whenToChange({ plan, billingPeriod }, wanted) === 'now' ? 'change-now' : 'change-later';
}

/** Until when the smaller plan that buying `wanted` would replace is paid; null if there is none. */
export function endsEarly(wanted: PaidPlanKey, current: CurrentPlan, nowMs: number): string | null {
  const { plan, paidThrough } = current;
  const isLesser = plan !== 'free' && plans[plan].monthlyPrice < plans[wanted].monthlyPrice;
  return isLesser && paidThrough !== null && Date.parse(paidThrough) > nowMs ? paidThrough : null;
}

export interface HeldPlan extends CurrentPlan {
  isPending: boolean;
  /** The subscription could not be loaded, so nobody can say what a choice would do. */
  isMissing: boolean;
  isFetching: boolean;
  retry: () => unknown;
  requestedPlan: PlanKey | null;
  canChangeCard: boolean;
  timezone: string;
}

/** The stored plan is known at once; what was paid for it has to be loaded. */
export function useCurrentPlan(): HeldPlan {
  const { subscriptionPlan } = useSessionUser();
  const { data: profile, isPending: isProfilePending } = useProfile();
  const { data: paid, isPending: isPaidPending, isFetching, refetch } = usePayments();
  const isPending = isProfilePending || isPaidPending;
  return {
    isPending,
    isMissing: !isPending && !paid,
    isFetching,
    retry: refetch,
    plan: subscriptionPlan,
    paidThrough: profile?.paidThrough ?? null,
    running: paid?.canChangePlan ? paid.subscription : null,
    requestedPlan: profile?.requestedPlan ?? null,
    canChangeCard: paid?.canChangeCard ?? false,
    timezone: useTimeZone(),
  };
}

/** Whether choosing it changes the running subscription instead of buying a new one. */
export function isRunning({ running }: HeldPlan): boolean {
  return running?.status === 'active';
}

export function hasChoice(current: HeldPlan): boolean {
  if (!isAnythingSold() || current.isMissing) return false;
  if (current.isPending || isRunning(current)) return true;
  return paidPlanKeys.some(
    (plan) => availabilityOf({ plan, billingPeriod: 'monthly' }, current, Date.now()) === 'open',
  );
}

export function describeCurrentPlan(current: HeldPlan): string {
  const { plan, running, paidThrough, timezone } = current;
  const { name } = plans[plan];
  if (running && isRunning(current)) return `You have ${describeSubscription(running, timezone)}`;
  if (hasChoice(current)) return `You have ${name}. Nothing changes before you have paid.`;
  if (!paidThrough) return `You have ${name}. There is nothing to pay.`;
  return `You have ${name}. It is paid until ${formatDate(paidThrough, timezone)}.`;
}
