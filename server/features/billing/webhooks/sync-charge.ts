import { and, eq } from 'drizzle-orm';
import { advisoryLock } from '../../../platform/advisory-lock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import type { ChargeState } from '../../../platform/payments/payments.ts';
import {
  type CheckoutSessionRow,
  checkoutSessions,
} from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { findCheckoutByReference } from '../payments/checkout-sessions/checkout-sessions.ts';
import {
  type DisputedPayment,
  findQuietDisputes,
  noteDisputes,
  versionOfDisputes,
} from '../payments/disputes/disputes.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { type KnownPayment, noteRefundsAtProvider } from '../payments/refunds/refunds.ts';
import { subscriptionPayments } from '../payments/renewals/renewals.table.ts';
import { subscriptions } from '../subscriptions/subscriptions.table.ts';
import { syncSubscription } from '../subscriptions/subscriptions.ts';

/** However many others write meanwhile, one of them had the latest answer. */
const maxAttempts = 10;

/**
 * Asks the provider what was given back of a charge and what is disputed, and makes our records agree, whatever was heard before.
 * An answer about disputes is only written where no other was written since it was asked for.
 */
export async function syncCharge(
  services: Services,
  effects: PaymentEffects,
  chargeId: string,
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const version = await versionOfDisputes(services.db, chargeId);
    const charge = await services.payments.findCharge(chargeId);
    if (!charge) return;
    const payment = await findPayment(services, effects, charge);
    if (await applyUnlessOlder(services, version, charge, payment)) return;
  }
  throw new Error(`charge ${chargeId} changed too often to be read`);
}

type Payment = KnownPayment & DisputedPayment;

function applyUnlessOlder(
  services: Services,
  version: string,
  charge: ChargeState,
  payment: Payment | undefined,
): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    await advisoryLock(tx, `charge ${charge.id}`);
    if ((await versionOfDisputes(tx, charge.id)) !== version) return false;
    if (payment) await noteRefundsAtProvider(tx, services, payment, charge);
    await noteDisputes(tx, services, payment ?? unknownPayment, charge);
    return true;
  });
}

const unknownPayment: DisputedPayment = {
  userId: null,
  checkoutSessionId: null,
  subscriptionPaymentId: null,
};

/** Undefined for what was not paid here, or by an account that was erased. */
async function findPayment(
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

/** Of the first one its checkout is the record. */
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

/** Timer: asks about open disputes of which nothing was heard for a day. */
export async function syncQuietDisputes(services: Services, effects: PaymentEffects): Promise<void> {
  const quiet = (await findQuietDisputes(services)).map(({ chargeId: id }) => ({ id }));
  await services.sweeps.each('quiet-disputes', quiet, ({ id }) => syncCharge(services, effects, id));
}
