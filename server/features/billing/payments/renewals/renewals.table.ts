import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PaidPlanKey } from '../../../../../shared/billing/billing.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** Every payment for a subscription, as the provider reports it. */
export const subscriptionPayments = pgTable(
  'subscription_payments',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The foreign key is written by hand in the migration: subscriptions belong to a layer above payments. */
    subscriptionId: uuid('subscription_id').notNull(),
    provider: text('provider').notNull(),
    /** The provider's own id. */
    providerId: text('provider_id').notNull(),
    plan: text('plan').$type<PaidPlanKey>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    paidAt: instant('paid_at').notNull(),
    invoiceUrl: text('invoice_url'),
    /** Whether it is recorded by its checkout session. */
    isFirst: boolean('is_first').notNull(),
  },
  (table) => [
    uniqueIndex('subscription_payments_key').on(table.subscriptionId, table.providerId),
    index('subscription_payments_user_id').on(table.userId),
  ],
);
