import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { subscriptionPayments, subscriptions } from './subscriptions.table.ts';

/** What was paid for the owner's subscriptions after their first payments, which are those of their checkouts; oldest first. */
export function listRenewals(db: Queryable, userId: string) {
  return db
    .select({
      id: subscriptionPayments.id,
      plan: subscriptionPayments.plan,
      amountCents: subscriptionPayments.amountCents,
      paidAt: subscriptionPayments.paidAt,
      invoiceUrl: subscriptionPayments.invoiceUrl,
      provider: subscriptions.provider,
    })
    .from(subscriptionPayments)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPayments.subscriptionId))
    .where(and(eq(subscriptions.userId, userId), eq(subscriptionPayments.isFirst, false)))
    .orderBy(asc(subscriptionPayments.paidAt));
}
