import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { PaymentList } from '../../../../shared/billing/subscriptions.ts';
import type { Services } from '../../../platform/context.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { isChangeable } from './change-turn.ts';
import { currentOf } from './find-subscription.ts';
import { listRenewals } from './list-renewals.ts';

const maxPayments = 200;

/** What the owner has paid, newest first, and the subscription that counts. */
export async function listPayments(
  { db, payments: provider }: Pick<Services, 'db' | 'payments'>,
  userId: string,
): Promise<z.output<typeof PaymentList>> {
  const checkouts = await db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.userId, userId), isNotNull(checkoutSessions.paidAt)))
    .orderBy(desc(checkoutSessions.paidAt))
    .limit(maxPayments);
  const first = checkouts.map(({ id, paidAt, createdAt, amount, purpose, plan }) => ({
    ...{ id, amount, purpose, plan },
    paidAt: paidAt ?? createdAt,
    invoiceUrl: null,
  }));
  const renewals = (await listRenewals(db, userId)).map(({ amountCents, ...renewal }) => ({
    ...renewal,
    amount: amountCents / 100,
    purpose: 'renewal',
  }));
  const payments = [...first, ...renewals]
    .sort((one, other) => other.paidAt.getTime() - one.paidAt.getTime())
    .slice(0, maxPayments);
  const subscription = (await currentOf(db, userId)) ?? null;
  return {
    payments,
    subscription,
    canChangePlan: subscription !== null && isChangeable(subscription, provider.name),
    canChangeCard: provider.movesMoney && subscription?.provider === provider.name,
  };
}
