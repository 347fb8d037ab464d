import { integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../columns.ts';
import type { RecurringPrice } from './payments.ts';

/** The payments of the sandbox: the provider's own records, separate from ours. */
export const sandboxPayments = pgTable('sandbox_payments', {
  id: id(),
  /** Our id of what is paid for. */
  reference: uuid('reference').notNull().unique(),
  lines: jsonb('lines').$type<readonly { label: string; amountDollars: number }[]>().notNull(),
  amountDollars: numeric('amount_dollars', { precision: 10, scale: 2, mode: 'number' }).notNull(),
  /** If the payment begins a subscription. */
  recurring: jsonb('recurring').$type<RecurringPrice>(),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  paidAt: instant('paid_at'),
  /** When it was last declined; it can still be paid. */
  declinedAt: instant('declined_at'),
  refundedAt: instant('refunded_at'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

export type SandboxPaymentRow = typeof sandboxPayments.$inferSelect;

/** Its subscriptions. They are renewed when they are read. */
export const sandboxSubscriptions = pgTable('sandbox_subscriptions', {
  /** The id of the payment that began it. */
  id: uuid('id')
    .primaryKey()
    .references(() => sandboxPayments.id, { onDelete: 'cascade' }),
  /** The reference of that payment. */
  reference: uuid('reference').notNull(),
  status: text('status').$type<'active' | 'overdue' | 'ended'>().notNull(),
  price: jsonb('price').$type<RecurringPrice>().notNull(),
  priceSince: instant('price_since').notNull(),
  /** Replaces `price` in the next period. */
  nextPrice: jsonb('next_price').$type<RecurringPrice>(),
  /** Periods end on this day of the month. */
  startedAt: instant('started_at').notNull(),
  periodFrom: instant('period_from').notNull(),
  paidThrough: instant('paid_through').notNull(),
  endsAt: instant('ends_at'),
  /** Since when renewals are declined. */
  declinesSince: instant('declines_since'),
  /** Deducted from the next payments. */
  creditCents: integer('credit_cents').notNull().default(0),
  payments: jsonb('payments')
    .$type<readonly { id: string; paidAt: string; amountCents: number }[]>()
    .notNull(),
});

export type SandboxSubscriptionRow = typeof sandboxSubscriptions.$inferSelect;
