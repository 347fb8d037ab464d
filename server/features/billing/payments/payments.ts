import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { describePurpose } from '../../../../shared/billing/payment-purposes.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { sandboxName } from '../../../platform/payments/sandbox.ts';
import { writeBook } from '../../../platform/pdf/book.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { checkoutSessions } from './checkout-sessions/checkout-sessions.table.ts';
import { refundsByPayment } from './refunds/refunds.ts';
import { listRenewals } from './renewals/renewals.ts';

export { readSalesStop, requireSelling } from './selling.ts';

const maxPayments = 200;

/** The owner's payments, newest first; or only the one with this id. */
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

type Owner = Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'email' | 'timezone'>;

/** Our one-page receipt for a payment by the owner. Throws 404 for somebody else's payment, and 503 while many receipts are being made. */
export async function writeReceipt(services: Services, owner: Owner, id: string): Promise<Buffer> {
  const [payment] = await readPayments(services.db, owner.id, id);
  const { paidAt, amount, purpose, plan, provider, refund } = requireFound(payment, 'This payment');
  const dayOf = (instant: Date) => formatDate(instant, owner.timezone);
  const facts = [
    { label: 'Number', value: id },
    { label: 'Paid on', value: dayOf(paidAt) },
    { label: 'For', value: describePurpose({ purpose, plan }) },
    { label: 'Amount', value: `${formatDollarsAndCents(amount)} (US dollars)` },
    { label: 'Account', value: `${fullNameOf(owner)}, ${owner.email}` },
  ];
  if (refund?.givenBackAt) {
    const value = `${formatDollarsAndCents(refund.amount)} on ${dayOf(refund.givenBackAt)}`;
    facts.push({ label: 'Refunded', value });
  }
  const trial = 'This was a trial payment: no money was moved.';
  const isTrial = provider === sandboxName || !services.payments.movesMoney;
  return writeBook({
    author: 'Long After',
    title: 'Receipt',
    madeAt: services.clock.now(),
    facts,
    notes: isTrial ? [trial] : [],
  });
}
