import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { checkoutSessions } from './checkout-sessions/checkout-sessions.table.ts';
import { refundsByPayment } from './refunds/refunds.ts';
import { listRenewals } from './renewals/renewals.ts';

const maxPayments = 200;

/** The owner's payments, newest first; or the one with this id. */
export async function readPayments(db: Queryable, userId: string, id?: string) {
  const checkouts = await db
    .select()
    .from(checkoutSessions)
    .where(
      and(
        eq(checkoutSessions.userId, userId),
        isNotNull(checkoutSessions.paidAt),
        id ? eq(checkoutSessions.id, id) : undefined,
      ),
    )
    .orderBy(desc(checkoutSessions.paidAt))
    .limit(maxPayments);
  const first = checkouts.map(({ paidAt, createdAt, receiptUrl, ...session }) => ({
    ...session,
    paidAt: paidAt ?? createdAt,
    invoiceUrl: receiptUrl,
  }));
  const renewals = (await listRenewals(db, userId)).map(({ amountCents, ...renewal }) => ({
    ...renewal,
    amount: amountCents / 100,
    purpose: 'renewal',
  }));
  const refundOf = await refundsByPayment(db, userId);
  return [...first, ...renewals.filter((renewal) => !id || renewal.id === id)]
    .map((payment) => ({ ...payment, refund: refundOf.get(payment.id) ?? null }))
    .sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime())
    .slice(0, maxPayments);
}
