import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';

/** Each notice of a payment provider, once. It tells us what to ask about; nothing else in it is trusted. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    /** `<provider>:<the provider's id of the event>`. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The provider's ids of what it is about; none if it concerns nothing of ours. */
    paymentId: text('payment_id'),
    subscriptionId: text('subscription_id'),
    /** Of what took the money, where something was given back or disputed. */
    chargeId: text('charge_id'),
    receivedAt: instant('received_at').notNull(),
    /** When our records were brought in line with the provider's. */
    appliedAt: instant('applied_at'),
    failures: integer('failures').notNull().default(0),
    lastError: text('last_error'),
    /** When staff decided that it is not to be applied. */
    setAsideAt: instant('set_aside_at'),
  },
  (table) => [
    index('payment_notices_waiting')
      .on(table.receivedAt, table.id)
      .where(sql`${table.appliedAt} is null and ${table.setAsideAt} is null`),
  ],
);
