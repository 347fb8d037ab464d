import type { PaidPlanKey } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import {
  closeCheckouts,
  openPage,
  prepareCheckout,
} from '../payments/checkout-sessions/checkout-sessions.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { currentOf } from './current-subscription.ts';
import { isPaid } from './duplicate-payment.ts';
import { type Choice, nameOf, priceFor } from './prices.ts';
import { syncSubscription } from './sync-subscriptions.ts';

export { endOverdueSubscription, endSubscriptions, isStillCharged } from './current-subscription.ts';
export { countPaidBeyond, endRenewalsBeforeClosing } from './end-renewals.ts';
export { startPaidPlan } from './start-plan.ts';
export { syncAllSubscriptions, syncDueSubscriptions } from './sync-all.ts';
export { endSubscriptionHandler, syncSubscription } from './sync-subscriptions.ts';

/**
 * Opens a page on which the owner subscribes to a plan, and closes earlier ones. `origin` is where the
 * browser is. Throws 409 while this plan, or a greater one, is paid.
 */
export async function orderPlan(
  services: Services,
  effects: PaymentEffects,
  ownerId: string,
  choice: Choice,
  origin: string,
): Promise<{ url: string }> {
  const { plan, billingPeriod } = choice;
  await askWhetherRenewed(services, effects, ownerId);
  const checkout = await inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId);
    refuseHeldPlan(owner, plan, services.clock.now());
    await closeCheckouts(tx, services, owner, { purpose: 'subscription' });
    const recurring = priceFor(choice);
    return prepareCheckout(tx, services, owner, {
      purpose: 'subscription',
      plan,
      billingPeriod,
      recurring,
      lines: [{ label: nameOf(choice), amountCents: recurring.amountCents }],
      origin,
      successPath: '/checkout-success',
      cancelPath: `/checkout?cancelled=true&period=${billingPeriod}`,
    });
  });
  const { url } = await openPage(services, checkout);
  return { url };
}

/** A period may have ended a moment ago, and its renewal may not have been reported yet. */
export async function askWhetherRenewed(
  services: Services,
  effects: PaymentEffects,
  ownerId: string,
): Promise<void> {
  const held = await currentOf(services.db, ownerId);
  if (!held?.paidThrough || held.endedAt || held.paidThrough > services.clock.now()) return;
  if (held.provider === services.payments.name) await syncSubscription(services, effects, held.providerId);
}

/** Nobody should pay twice for a plan, or lose a greater paid one by ordering a lesser one. */
function refuseHeldPlan(owner: UserRow, wanted: PaidPlanKey, now: Date): void {
  const { subscriptionPlan, paidThrough, timezone } = owner;
  const held = plans[subscriptionPlan];
  if (!isPaid(owner, now)) return;
  const isHeld = held.key === wanted;
  if (!isHeld && held.monthlyPrice <= plans[wanted].monthlyPrice) return;
  const until = paidThrough ? `It is paid until ${formatDate(paidThrough, timezone)}.` : '';
  const message = isHeld
    ? `You already have ${held.name}. ${until}`
    : `You have ${held.name}, which includes all of ${plans[wanted].name}. ${until}`;
  throw new AppError('conflict', message.trim());
}
