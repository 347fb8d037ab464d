import { sql } from 'drizzle-orm';
import { index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RefundCause } from '../../../../shared/billing/refunds.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';

/** A payment that is to be given back. It outlives the account that paid, since the money is still owed. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    /** Null once the account was erased. */
    checkoutSessionId: uuid('checkout_session_id').references(() => checkoutSessions.id, {
      onDelete: 'set null',
    }),
    cause: text('cause').$type<RefundCause>().notNull(),
    /** In dollars. */
    amount: numeric('amount', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    provider: text('provider').notNull(),
    /** The provider's own id of the payment. */
    paymentId: text('payment_id').notNull(),
    paidAt: instant('paid_at').notNull(),
    owedSince: instant('owed_since').notNull(),
    givenBackAt: instant('given_back_at'),
    givenBackBy: uuid('given_back_by').references(() => users.id, { onDelete: 'set null' }),
    /** The provider's reference of the refund. */
    reference: text('reference'),
  },
  (table) => [
    uniqueIndex('refunds_checkout_session_key').on(table.checkoutSessionId),
    index('refunds_given_back_by').on(table.givenBackBy),
    index('refunds_owed').on(table.owedSince, table.id).where(sql`${table.givenBackAt} is null`),
    index('refunds_given_back').on(table.owedSince, table.id).where(sql`${table.givenBackAt} is not null`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;
