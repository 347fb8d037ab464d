import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireFound } from '../errors.ts';
import type { NewPayment, PaymentProvider } from './payments.ts';
import { type SandboxPaymentRow, sandboxPayments } from './sandbox.table.ts';
import {
  beginSandboxSubscription,
  changeSandboxSubscription,
  sandboxSubscriptionActs,
  toSandboxState,
} from './sandbox-subscriptions.ts';

export const sandboxName = 'sandbox';

/**
 * The payment provider used without a real one: a page of our own on which no money moves. If it is not offered,
 * earlier payments on it are still known.
 */
export function openSandboxPayments(
  clock: Clock,
  db: Database,
  { isOffered }: { isOffered: boolean },
): PaymentProvider {
  const books = { db, clock };
  const closeWithin = async (tx: Queryable, paymentId: string) => {
    await tx.update(sandboxPayments).set({ expiresAt: clock.now() }).where(payable(paymentId, clock.now()));
  };
  return {
    name: sandboxName,
    movesMoney: false,
    isOffered,
    async open(payment) {
      const { id } = await openOnce(books, payment);
      return { paymentId: id, url: new URL(`/sandbox-payment/${id}`, payment.successUrl).href };
    },
    close: (paymentId) => closeWithin(db, paymentId),
    closeWithin,
    async find(paymentId) {
      const payment = await findSandboxPayment(db, paymentId);
      if (!payment) return undefined;
      const { paidAt, expiresAt } = payment;
      if (!paidAt) return { status: expiresAt > clock.now() ? 'open' : 'expired' };
      const row = await changeSandboxSubscription(books, paymentId);
      const subscription = row ? toSandboxState(row) : null;
      const customerId = subscription?.customerId ?? null;
      return { status: 'paid', paidAt, customerId, subscription, receiptUrl: null };
    },
    ...sandboxSubscriptionActs(books),
    async refund(paymentId, { key }) {
      const [refunded] = await db
        .update(sandboxPayments)
        .set({ refundedAt: sql`coalesce(${sandboxPayments.refundedAt}, ${clock.now().toISOString()})` })
        .where(and(eq(sandboxPayments.id, paymentId), isNotNull(sandboxPayments.paidAt)))
        .returning({ id: sandboxPayments.id });
      if (!refunded) return { isMade: false, why: 'This was never paid on the trial page.' };
      return { isMade: true, reference: `sandbox-refund-${key}` };
    },
    knowsCustomer: async () => true,
    /** Refunds and disputes only come from us. */
    findCharge: async () => undefined,
    /** There is no card and no invoice. */
    openPortal: async (_, returnUrl) => returnUrl,
    check: async () => undefined,
  };
}

async function openOnce(
  { db, clock }: { db: Database; clock: Clock },
  { reference, lines, recurring, successUrl, cancelUrl, expiresAt }: NewPayment,
): Promise<SandboxPaymentRow> {
  await db
    .insert(sandboxPayments)
    .values({
      reference,
      lines: lines.map(({ label, amountCents }) => ({ label, amountDollars: amountCents / 100 })),
      amountDollars: lines.reduce((cents, { amountCents }) => cents + amountCents, 0) / 100,
      recurring: recurring ?? null,
      successUrl,
      cancelUrl,
      expiresAt,
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: sandboxPayments.reference });
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.reference, reference));
  return requireFound(row);
}

export async function findSandboxPayment(db: Queryable, id: string): Promise<SandboxPaymentRow | undefined> {
  const [payment] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
  return payment;
}

/** Marks it paid; false when it already was or can no longer be paid. Of two concurrent calls only one pays. */
export function paySandboxPayment(db: Database, now: Date, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [paid] = await tx.update(sandboxPayments).set({ paidAt: now }).where(payable(id, now)).returning();
    if (paid) await beginSandboxSubscription(tx, paid, now);
    return paid !== undefined;
  });
}

/** Simulates a decline by the bank; false if it is already paid or can no longer be paid. */
export async function declineSandboxPayment(db: Queryable, now: Date, id: string): Promise<boolean> {
  const declined = await db
    .update(sandboxPayments)
    .set({ declinedAt: now })
    .where(payable(id, now))
    .returning({ id: sandboxPayments.id });
  return declined.length > 0;
}

function payable(id: string, now: Date) {
  return and(eq(sandboxPayments.id, id), isNull(sandboxPayments.paidAt), gt(sandboxPayments.expiresAt, now));
}
