import { sql } from 'drizzle-orm';
import { index, integer, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RefundCause } from '../../../../../shared/billing/refunds.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';

/** A payment that is to be refunded. It outlives the account that paid, since the money is still owed. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    // Which payment: a first one or a renewal. Both null once the account was erased.
    checkoutSessionId: uuid('checkout_session_id').references(() => checkoutSessions.id, {
      onDelete: 'set null',
    }),
    subscriptionPaymentId: uuid('subscription_payment_id').references(() => subscriptionPayments.id, {
      onDelete: 'set null',
    }),
    cause: text('cause').$type<RefundCause>().notNull(),
    /** In dollars. */
    amount: numeric('amount', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    /** The payment's id at the provider. */
    paymentId: text('payment_id').notNull(),
    paidAt: instant('paid_at').notNull(),
    owedSince: instant('owed_since').notNull(),
    /** Since when the provider has been asked for it, and by whom; null if it follows from a rule. */
    startedAt: instant('started_at'),
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the provider refused, and what it said. Null again once it is asked again. */
    refusedAt: instant('refused_at'),
    refusal: text('refusal'),
    /** How often it has refused so far. */
    refusals: integer('refusals').notNull().default(0),
    givenBackAt: instant('given_back_at'),
    givenBackBy: uuid('given_back_by').references(() => users.id, { onDelete: 'set null' }),
    /** The provider's reference of the refund. */
    reference: text('reference'),
  },
  (table) => [
    uniqueIndex('refunds_checkout_session_key').on(table.checkoutSessionId),
    uniqueIndex('refunds_subscription_payment_key').on(table.subscriptionPaymentId),
    index('refunds_given_back_by').on(table.givenBackBy),
    index('refunds_started_by').on(table.startedBy),
    index('refunds_started')
      .on(table.startedAt)
      .where(
        sql`${table.startedAt} is not null and ${table.givenBackAt} is null and ${table.refusedAt} is null`,
      ),
    index('refunds_owed').on(table.owedSince, table.id).where(sql`${table.givenBackAt} is null`),
    index('refunds_given_back').on(table.owedSince, table.id).where(sql`${table.givenBackAt} is not null`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;
