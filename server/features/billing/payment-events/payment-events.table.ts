import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';

/** What a provider can tell of a payment, in our words; `expired` is one that was not made and no longer can be. */
export const paymentEventTypes = ['paid', 'declined', 'cancelled', 'expired'] as const;
export type PaymentEventType = (typeof paymentEventTypes)[number];

/** Every event a provider sent, once; it is written in the transaction that applies it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** The provider's own id of the event, after the provider's name. */
    id: text('id').primaryKey(),
    type: text('type').$type<PaymentEventType>().notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => checkoutSessions.id, { onDelete: 'cascade' }),
    receivedAt: instant('received_at').notNull(),
    /** When it changed something; null for one that told nothing new. */
    appliedAt: instant('applied_at'),
  },
  (table) => [index('payment_events_session_id').on(table.sessionId)],
);
