import { and, asc, eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable, Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { sendReceipt } from '../tell-payer.ts';
import { subscriptionPayments } from './renewals.table.ts';

type NewPayment = Omit<typeof subscriptionPayments.$inferInsert, 'id' | 'userId'>;

/** Stores a payment for a subscription and mails its receipt, once. The receipt for the first comes from its checkout. Returns a renewal that is new. */
export async function recordSubscriptionPayment(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock' | 'payments'>,
  owner: UserRow,
  payment: NewPayment,
  receipt: string,
): Promise<typeof subscriptionPayments.$inferSelect | undefined> {
  const { isFirst, amountCents, paidAt } = payment;
  const [fresh] = await tx
    .insert(subscriptionPayments)
    .values({ ...payment, userId: owner.id })
    .onConflictDoNothing()
    .returning();
  if (!fresh || isFirst || amountCents === 0) return undefined;
  await sendReceipt(tx, services, owner, { id: fresh.id, amount: amountCents / 100, paidAt, receipt });
  return fresh;
}

/** The owner's renewal payments, oldest first. The first payment of a subscription belongs to its checkout. */
export function listRenewals(db: Queryable, userId: string) {
  const { id, plan, amountCents, paidAt, invoiceUrl, provider, isFirst } = subscriptionPayments;
  return db
    .select({ id, plan, amountCents, paidAt, invoiceUrl, provider })
    .from(subscriptionPayments)
    .where(and(eq(subscriptionPayments.userId, userId), eq(isFirst, false)))
    .orderBy(asc(paidAt));
}
