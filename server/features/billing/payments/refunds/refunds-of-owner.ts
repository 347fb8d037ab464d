import { eq, or } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';
import { refunds } from './refunds.table.ts';

/** What was or will be given back to the owner, by the id of the checkout session or of the renewal. In dollars. */
export async function refundsByPayment(
  db: Queryable,
  userId: string,
): Promise<Map<string, { amount: number; givenBackAt: Date | null }>> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.id, refunds.subscriptionPaymentId))
    .where(or(eq(checkoutSessions.userId, userId), eq(subscriptionPayments.userId, userId)));
  return new Map(
    rows.flatMap(({ refund: { checkoutSessionId, subscriptionPaymentId, amount, givenBackAt } }) => {
      const id = checkoutSessionId ?? subscriptionPaymentId;
      return id ? [[id, { amount, givenBackAt }]] : [];
    }),
  );
}
