import { sql } from 'drizzle-orm';
import { index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BillingPeriod, PaidPlanKey } from '../../../../../shared/billing/billing.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** What can be paid for. `server/wiring.ts` defines the effect of each. */
export type CheckoutPurpose = 'subscription' | 'gift-order' | 'counselor-booking' | 'arrears' | 'return-fee';

/** One visit to the payment provider. A session with a `paidAt` is paid, whatever else happened to it. */
export const checkoutSessions = pgTable(
  'checkout_sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<CheckoutPurpose>().notNull(),
    /** The record that is paid for, if the purpose has one. */
    subjectId: uuid('subject_id'),
    // Plan and billing period: for subscriptions only.
    plan: text('plan').$type<PaidPlanKey>(),
    billingPeriod: text('billing_period').$type<BillingPeriod>(),
    // The payer, if it is not the owner.
    payerName: text('payer_name'),
    payerEmail: text('payer_email'),
    /** In dollars. */
    amount: numeric('amount', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    /** The provider's own id; null until its page is open. */
    paymentId: text('payment_id'),
    paidAt: instant('paid_at'),
    /** The provider's own receipt or invoice, where it makes one. */
    receiptUrl: text('receipt_url'),
    /** When the last attempt was declined. */
    declinedAt: instant('declined_at'),
    cancelledAt: instant('cancelled_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('checkout_sessions_payment_key').on(table.provider, table.paymentId),
    index('checkout_sessions_user_id').on(table.userId, table.id),
    index('checkout_sessions_subject_id').on(table.subjectId),
    index('checkout_sessions_unpaid').on(table.expiresAt).where(sql`${table.paidAt} is null`),
  ],
);

export type CheckoutSessionRow = typeof checkoutSessions.$inferSelect;
