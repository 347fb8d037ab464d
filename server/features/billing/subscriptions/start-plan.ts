import { eq } from 'drizzle-orm';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { updateUser } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import type { CheckoutSessionRow } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { applyState, columnsOf } from './apply-state.ts';
import { paidWithWhatIsLeft } from './carried-time.ts';
import { currentOf, endSubscription } from './current-subscription.ts';
import { duplicatePayment, type NewRow, refundDuplicate } from './duplicate-payment.ts';
import { nameOf } from './prices.ts';
import { type EndCause, subscriptions } from './subscriptions.table.ts';

/**
 * Gives the owner the plan they subscribed to, for as long as the provider says that it is paid. It replaces
 * an earlier subscription, whose unused part is credited, or prolongs the new plan if it no longer runs. A duplicate
 * payment, made while the same or a greater plan is paid, is ended and refunded. Returns the text for the receipt.
 */
export const startPaidPlan: PaymentEffects['subscription'] = async (tx, services, owner, session, paid) => {
  const state = paid.subscription;
  if (!state) throw new Error(`the payment of checkout session ${session.id} began no subscription`);
  const held = await currentOf(tx, owner.id, { locked: true });
  const row = newRow(owner, session, services, state);
  const now = services.clock.now();
  const cause = duplicatePayment(owner, held, row, now);
  if (cause) return refundDuplicate(tx, services, owner, session, { row, cause });
  if (held) {
    await tx.update(subscriptions).set({ replacedAt: now }).where(eq(subscriptions.id, held.id));
    await endSubscription(tx, services, held, 'replaced');
  }
  const [inserted] = await tx.insert(subscriptions).values(row).returning();
  const renews = owner.subscriptionPlan === row.plan;
  await applyState(tx, services, owner, requireFound(inserted), state);
  const leaving = whyLeaving(owner);
  if (leaving) await endSubscription(tx, services, requireFound(inserted), leaving);
  const paidThrough = paidWithWhatIsLeft(services, owner, held, row);
  const isLonger = !row.endedAt && paidThrough?.getTime() !== row.paidThrough?.getTime();
  await updateUser(tx, services, owner.id, {
    subscriptionStartDate: (renews ? owner.subscriptionStartDate : null) ?? state.startedAt,
    requestedPlan: null,
    ...(isLonger && { paidThrough }),
  });
  const { plan, billingPeriod } = row;
  await record(tx, now, {
    action: 'subscription.paid',
    actor: owner.id,
    userId: owner.id,
    subjectId: session.id,
    details: {
      planBefore: owner.subscriptionPlan,
      plan,
      billingPeriod,
      paidThrough: paidThrough?.toISOString() ?? null,
    },
  });
  const until = paidThrough ? ` It is paid until ${formatDate(paidThrough, owner.timezone)}.` : '';
  const added = isLonger ? ` What was left of ${plans[owner.subscriptionPlan].name} has been added.` : '';
  return `${nameOf(row)}.${until}${added}`;
};

/** The account may be closed or about to be deleted when we hear of the payment: what was paid is granted, and nothing is charged again. */
function whyLeaving({ memorialisedAt, deletionRequestedAt }: UserRow): EndCause | null {
  if (memorialisedAt) return 'death';
  return deletionRequestedAt ? 'account-deletion' : null;
}

function newRow(
  owner: UserRow,
  { id: checkoutSessionId, provider }: CheckoutSessionRow,
  { clock }: Services,
  state: SubscriptionState,
) {
  const now = clock.now();
  return {
    ...columnsOf(state, now),
    userId: owner.id,
    checkoutSessionId,
    provider,
    providerId: state.id,
    createdAt: now,
  } satisfies NewRow;
}
