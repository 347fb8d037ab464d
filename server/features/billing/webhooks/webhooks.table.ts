import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';

/** Each notice from a payment provider, once. It tells us what to ask about; nothing else in it is trusted. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    /** `<provider>:<the provider's id of the event>`. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The provider's ids of what it is about; null if it concerns nothing of ours. */
    paymentId: text('payment_id'),
    subscriptionId: text('subscription_id'),
    /** The charge's id, if something was refunded or disputed. */
    chargeId: text('charge_id'),
    receivedAt: instant('received_at').notNull(),
    /** When our records were made to match the provider's. */
    appliedAt: instant('applied_at'),
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
    /** When staff decided not to apply it. */
    setAsideAt: instant('set_aside_at'),
  },
  (table) => [
    index('payment_notices_waiting')
      .on(table.receivedAt, table.id)
      .where(sql`${table.appliedAt} is null and ${table.setAsideAt} is null`),
  ],
);
