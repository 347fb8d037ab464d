import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { ChargeState } from '../../../platform/payments/payments.ts';
import {
  type CheckoutSessionRow,
  checkoutSessions,
} from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { findCheckoutByReference } from '../payments/checkout-sessions/checkout-sessions.ts';
import type { DisputedPayment } from '../payments/disputes/disputes.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import type { KnownPayment } from '../payments/refunds/refunds.ts';
import { subscriptionPayments } from '../payments/renewals/renewals.table.ts';
import { subscriptions } from '../subscriptions/subscriptions.table.ts';
import { syncSubscription } from '../subscriptions/subscriptions.ts';

export type Payment = KnownPayment & DisputedPayment;
/** Undefined if it was not paid here, or by an account that was erased. */
export async function findPayment(
  services: Services,
  effects: PaymentEffects,
  { reference, subscriptionId, subscriptionPaymentId }: ChargeState,
): Promise<Payment | undefined> {
  if (reference) {
    const session = await findCheckoutByReference(services, reference);
    return session && firstPayment(session);
  }
  if (!subscriptionId || !subscriptionPaymentId) return undefined;
  const known = await findPaymentOfSubscription(services, subscriptionPaymentId);
  if (known) return known;
  await syncSubscription(services, effects, subscriptionId);
  return findPaymentOfSubscription(services, subscriptionPaymentId);
}

function firstPayment({ id, userId, provider, paymentId, paidAt, createdAt }: CheckoutSessionRow): Payment {
  return {
    userId,
    checkoutSessionId: id,
    subscriptionPaymentId: null,
    provider,
    paymentId: paymentId ?? id,
    paidAt: paidAt ?? createdAt,
  };
}

/** The first payment of a subscription is recorded by its checkout. */
async function findPaymentOfSubscription(
  { db, payments }: Services,
  providerId: string,
): Promise<Payment | undefined> {
  const [known] = await db
    .select({ payment: subscriptionPayments, userId: subscriptions.userId, session: checkoutSessions })
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, subscriptions.checkoutSessionId))
    .where(and(eq(subscriptions.provider, payments.name), eq(subscriptionPayments.providerId, providerId)));
  if (!known) return undefined;
  const { payment, userId, session } = known;
  if (payment.isFirst && session) return firstPayment(session);
  const { id: subscriptionPaymentId, paidAt } = payment;
  return {
    ...{ userId, subscriptionPaymentId, paidAt, paymentId: providerId },
    checkoutSessionId: null,
    provider: payments.name,
  };
}
