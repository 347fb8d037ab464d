import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DisputeStatus } from '../../../../../shared/billing/disputes.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';

/** Charges that a payer disputes with their bank, as last reported by the provider. They outlive the account that paid. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    provider: text('provider').notNull(),
    /** The provider's own ids: of the dispute, and of the charge. */
    providerId: text('provider_id').notNull(),
    chargeId: text('charge_id').notNull(),
    // Which payment: a first one or a renewal. Both null once the account was erased, or if it was not one of ours.
    checkoutSessionId: uuid('checkout_session_id').references(() => checkoutSessions.id, {
      onDelete: 'set null',
    }),
    subscriptionPaymentId: uuid('subscription_payment_id').references(() => subscriptionPayments.id, {
      onDelete: 'set null',
    }),
    amountCents: integer('amount_cents').notNull(),
    /** The bank's reason, in the provider's terms. */
    reason: text('reason').notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Until when an answer is accepted. */
    dueBy: instant('due_by'),
    closedAt: instant('closed_at'),
    /** The provider's page for answering it. */
    url: text('url').notNull(),
    /** Incremented each time an answer from the provider is stored. */
    version: integer('version').notNull().default(0),
    syncedAt: instant('synced_at').notNull(),
  },
  (table) => [
    uniqueIndex('disputes_provider_key').on(table.provider, table.providerId),
    index('disputes_charge').on(table.chargeId),
    index('disputes_checkout_session_id').on(table.checkoutSessionId),
    index('disputes_subscription_payment_id').on(table.subscriptionPaymentId),
    index('disputes_open').on(table.openedAt, table.id).where(sql`${table.closedAt} is null`),
    index('disputes_closed').on(table.openedAt, table.id).where(sql`${table.closedAt} is not null`),
  ],
);

export type DisputeRow = typeof disputes.$inferSelect;
