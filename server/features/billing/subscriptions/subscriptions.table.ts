import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import { id, instant } from '../../../platform/columns.ts';
import type { SubscriptionState } from '../../../platform/payments/payments.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { checkoutSessions } from '../payments/checkout-sessions/checkout-sessions.table.ts';

/** Why we ended a subscription at the provider. */
export type EndCause = 'replaced' | 'in-vain' | 'death' | 'account-deletion' | 'paid-otherwise';

/** A subscription at a provider, as last reported. At most one per owner counts: the one that nothing has replaced. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    checkoutSessionId: uuid('checkout_session_id').references(() => checkoutSessions.id, {
      onDelete: 'set null',
    }),
    provider: text('provider').notNull(),
    /** The provider's own ids. */
    providerId: text('provider_id').notNull(),
    customerId: text('customer_id').notNull(),
    status: text('status').$type<SubscriptionState['status']>().notNull(),
    plan: text('plan').$type<PaidPlanKey>().notNull(),
    billingPeriod: text('billing_period').$type<BillingPeriod>().notNull(),
    /** Whether the reduced price of later years applies. */
    isReduced: boolean('is_reduced').notNull(),
    /** What is paid for from the next period on, if it differs. */
    nextPlan: text('next_plan').$type<PaidPlanKey>(),
    nextPeriod: text('next_period').$type<BillingPeriod>(),
    startedAt: instant('started_at').notNull(),
    paidThrough: instant('paid_through'),
    /** When it ends or ended; null while it renews. */
    endsAt: instant('ends_at'),
    /** Null until the provider reports that it has ended. */
    endedAt: instant('ended_at'),
    /** When another one took its place, or when it turned out to be a duplicate. */
    replacedAt: instant('replaced_at'),
    /** Since when it is to be ended at the provider, and why. */
    endingSince: instant('ending_since'),
    endCause: text('end_cause').$type<EndCause>(),
    /** Since when a change from one of the owner's devices has been in progress; others wait. */
    changingSince: instant('changing_since'),
    /** Incremented each time an answer from the provider is stored. */
    version: integer('version').notNull().default(0),
    syncedAt: instant('synced_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('subscriptions_provider_key').on(table.provider, table.providerId),
    uniqueIndex('subscriptions_of_owner').on(table.userId).where(sql`${table.replacedAt} is null`),
    index('subscriptions_user_id').on(table.userId),
    index('subscriptions_checkout_session_id').on(table.checkoutSessionId),
    index('subscriptions_to_sync').on(table.syncedAt).where(sql`${table.endedAt} is null`),
    index('subscriptions_to_renew')
      .on(table.paidThrough)
      .where(sql`${table.replacedAt} is null and ${table.syncedAt} <= ${table.paidThrough}`),
    index('subscriptions_to_end')
      .on(table.endingSince)
      .where(sql`${table.endingSince} is not null and ${table.endedAt} is null`),
  ],
);

export type SubscriptionRow = typeof subscriptions.$inferSelect;
