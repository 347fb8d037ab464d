import type { RefundCause } from '../../../../shared/billing/refunds.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { record } from '../../system/audit/audit.ts';
import type { CheckoutSessionRow } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { oweRefund } from '../payments/refunds/refunds.ts';
import { endSubscription } from './current-subscription.ts';
import { nameOf } from './prices.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

export type NewRow = typeof subscriptions.$inferInsert;
type Held = Pick<SubscriptionRow, 'plan' | 'paidThrough'>;
/** Why this payment has to be refunded, if it does. */
export function duplicatePayment(
  owner: UserRow,
  held: SubscriptionRow | undefined,
  row: Held,
  now: Date,
): RefundCause | null {
  if (held && held.plan === row.plan && isPaid(held, now) && !held.endedAt) return 'paid-twice';
  const isGreater = plans[owner.subscriptionPlan].monthlyPrice > plans[row.plan].monthlyPrice;
  return isGreater && isPaid(owner, now) ? 'lesser-plan' : null;
}

/** Null means that staff granted the plan without a time limit. */
export function isPaid({ paidThrough }: Pick<UserRow, 'paidThrough'>, now: Date): boolean {
  return paidThrough === null || paidThrough > now;
}

export async function refundDuplicate(
  tx: Tx,
  services: Services,
  owner: UserRow,
  session: CheckoutSessionRow,
  { row, cause }: { row: NewRow; cause: RefundCause },
): Promise<string> {
  const now = services.clock.now();
  const [inserted] = await tx
    .insert(subscriptions)
    .values({ ...row, replacedAt: now })
    .returning();
  const subscription = requireFound(inserted);
  await endSubscription(tx, services, subscription, 'in-vain');
  await oweRefund(tx, services, session, cause);
  await record(tx, now, {
    action: 'subscription.paid-in-vain',
    actor: owner.id,
    userId: owner.id,
    subjectId: session.id,
  });
  const held = plans[owner.subscriptionPlan].name;
  return `${nameOf(subscription)}. You have ${held}, which includes all of it: this payment will be refunded.`;
}
