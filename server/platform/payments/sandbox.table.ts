import { jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../columns.ts';
import type { PaymentLine } from './payments.ts';

/** The payments of the sandbox: the provider's own records, separate from ours. */
export const sandboxPayments = pgTable('sandbox_payments', {
  id: id(),
  /** Our id of what is paid for. */
  reference: uuid('reference').notNull().unique(),
  lines: jsonb('lines').$type<readonly PaymentLine[]>().notNull(),
  amountDollars: numeric('amount_dollars', { precision: 10, scale: 2, mode: 'number' }).notNull(),
  successUrl: text('success_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  paidAt: instant('paid_at'),
  /** When it was last declined; it can still be paid. */
  declinedAt: instant('declined_at'),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

export type SandboxPaymentRow = typeof sandboxPayments.$inferSelect;
