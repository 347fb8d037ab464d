import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../../platform/columns.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';

/** What a provider can report, in our terms. `expired`: the payment was not made and can no longer be. */
const paymentEventTypes = ['paid', 'declined', 'cancelled', 'expired'] as const;
export type PaymentEventType = (typeof paymentEventTypes)[number];

/** Every event from a provider, once; written in the transaction that applies it. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** `<provider>:<the provider's id of the event>`. */
    id: text('id').primaryKey(),
    type: text('type').$type<PaymentEventType>().notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => checkoutSessions.id, { onDelete: 'cascade' }),
    receivedAt: instant('received_at').notNull(),
    /** Null for an event that changed nothing. */
    appliedAt: instant('applied_at'),
  },
  (table) => [index('payment_events_session_id').on(table.sessionId)],
);
