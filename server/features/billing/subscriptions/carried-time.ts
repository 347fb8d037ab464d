import type { Services } from '../../../platform/context.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { type Choice, currentPrice } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

type Priced = Choice & Pick<SubscriptionRow, 'isReduced'>;

/**
 * Until when a new subscription is paid together with what is left of the plan that it replaces: the same amount of money,
 * so less time of a dearer plan. What the provider credits is left out: the unused part of a subscription that still runs.
 */
export function paidWithWhatIsLeft(
  { payments }: Pick<Services, 'payments'>,
  owner: UserRow,
  held: SubscriptionRow | undefined,
  row: Priced & Pick<SubscriptionRow, 'startedAt' | 'paidThrough'>,
): Date | null {
  const { subscriptionPlan: plan, paidThrough: heldUntil } = owner;
  const { startedAt, paidThrough } = row;
  if (!paidThrough || !heldUntil || plan === 'free') return paidThrough;
  const isCredited = held && !held.endedAt && !held.endingSince && held.provider === payments.name;
  const credited = isCredited ? (held.paidThrough ?? startedAt) : startedAt;
  const leftMs = heldUntil.getTime() - Math.max(credited.getTime(), startedAt.getTime());
  if (leftMs <= 0) return paidThrough;
  const before = held?.plan === plan ? held : { plan, billingPeriod: 'monthly' as const, isReduced: false };
  return new Date(paidThrough.getTime() + Math.round((leftMs * monthlyCents(before)) / monthlyCents(row)));
}

function monthlyCents(choice: Priced): number {
  const { amountCents, everyMonths } = currentPrice(choice);
  return amountCents / everyMonths;
}
