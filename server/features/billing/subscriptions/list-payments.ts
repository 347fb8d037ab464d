import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { PaymentList } from '../../../../shared/billing/subscriptions.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { sandboxName } from '../../../platform/payments/sandbox.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { readLimits } from '../past-due/arrears/arrears.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';
import { refundsByPayment } from '../payments/refunds/refunds.ts';
import { isChangeable } from './change-lease.ts';
import { currentOf } from './find-subscription.ts';
import { listRenewals } from './list-renewals.ts';

const maxPayments = 200;

/** What the owner has paid, newest first, and the subscription that counts. */
export async function listPayments(
  services: Pick<Services, 'db' | 'payments' | 'clock'>,
  owner: UserRow,
): Promise<z.output<typeof PaymentList>> {
  const { db, payments: provider } = services;
  const { id: userId } = owner;
  const payments = await readPayments(db, userId);
  const subscription = (await currentOf(db, userId)) ?? null;
  return {
    payments,
    subscription,
    unpaidSince: (await readLimits(db, services, owner)).unpaidSince,
    canChangePlan: subscription !== null && isChangeable(subscription, provider.name),
    canChangeCard: provider.name !== sandboxName && subscription?.provider === provider.name,
  };
}

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
