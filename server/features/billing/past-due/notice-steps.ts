import type { PastDueNotice, PastDueStep } from '../../../../shared/billing/past-due.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { standingForDelivery, standingOf } from '../subscriptions/standing/standing.ts';

const daysBefore = 7;

/** An account whose paid time ends before this is due its first notice. */
export function noticeFrom(now: Date): Date {
  return wholeDaysAfter(now, daysBefore);
}

const afterLapse = ['lapse', 'month-1', 'month-2'] as const;

/**
 * The notice that is due now; earlier ones that were missed are not sent later. None while the clock is
 * paused, or for an account that is about to be deleted.
 */
export function stepAt(account: UserRow, now: Date): PastDueStep | undefined {
  const { subscriptionPlan, paidThrough, lapseStoppedAt, deletionRequestedAt } = account;
  if (subscriptionPlan === 'free' || !paidThrough || lapseStoppedAt || deletionRequestedAt) return undefined;
  const standing = standingOf(account, now);
  if (standing.state === 'current')
    return paidThrough <= noticeFrom(now) && paidThrough > now ? 'before' : undefined;
  return afterLapse[standing.monthsStarted - 1] ?? 'over';
}

/** The additional notice, outside the steps, that a delivery waits, if it is due now. */
export function waitingStepAt(account: UserRow, now: Date): 'held' | 'death' | undefined {
  if (account.deletionRequestedAt || standingForDelivery(account, now).state === 'current') return undefined;
  if (account.memorialisedAt) return 'death';
  return account.lapseStoppedAt ? undefined : 'held';
}

/** Whether this notice is still the one to send. */
export function isNoticeCurrent(step: PastDueNotice, account: UserRow, now: Date): boolean {
  const isBeside = step === 'held' || step === 'death';
  return (isBeside ? waitingStepAt(account, now) : stepAt(account, now)) === step;
}
