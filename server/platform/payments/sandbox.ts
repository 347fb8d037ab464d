import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database.ts';
import { AppError, found } from '../errors.ts';
import type { PaymentProvider } from './payments.ts';
import { type SandboxPaymentRow, sandboxPayments } from './sandbox.table.ts';

export const sandboxName = 'sandbox';
const nothingForSale = 'Paid plans and gifts cannot be bought here yet. Nothing was ordered.';

/**
 * The payment provider used without a real one: a page of our own on which no money moves. Where it is not offered, what was paid
 * on it before is still known.
 */
export function openSandboxPayments(clock: Clock, { isOffered }: { isOffered: boolean }): PaymentProvider {
  return {
    name: sandboxName,
    movesMoney: false,
    isOffered,
    async open(tx, payment) {
      if (!isOffered) throw new AppError('conflict', nothingForSale);
      const [row] = await tx
        .insert(sandboxPayments)
        .values({ ...payment, createdAt: clock.now() })
        .returning();
      const { id } = found(row);
      return { paymentId: id, url: new URL(`/sandbox-payment/${id}`, payment.successUrl).href };
    },
    async close(tx, paymentId) {
      await tx.update(sandboxPayments).set({ expiresAt: clock.now() }).where(payable(paymentId, clock.now()));
    },
    async find(db, paymentId) {
      const payment = await findSandboxPayment(db, paymentId);
      if (!payment) return undefined;
      const { paidAt, expiresAt } = payment;
      if (paidAt) return { status: 'paid', paidAt };
      return { status: expiresAt > clock.now() ? 'open' : 'expired' };
    },
  };
}

export async function findSandboxPayment(db: Queryable, id: string): Promise<SandboxPaymentRow | undefined> {
  const [payment] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
  return payment;
}

/** Marks it paid; false when it already was or can no longer be paid. Of two concurrent calls only one pays. */
export async function paySandboxPayment(db: Queryable, now: Date, id: string): Promise<boolean> {
  const paid = await db
    .update(sandboxPayments)
    .set({ paidAt: now })
    .where(payable(id, now))
    .returning({ id: sandboxPayments.id });
  return paid.length > 0;
}

/** Simulates a refusal by the bank; false when it is paid or can no longer be paid. */
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
