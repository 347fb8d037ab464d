import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { deliveryQueue } from './deliveries.table.ts';

/** Who tells a recipient that the owner has died: one row for each recipient and release. */
export const deathNews = pgTable(
  'death_news',
  {
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** Of which release: when the account was closed. */
    memorialisedAt: instant('memorialised_at').notNull(),
    /** The delivery whose message says so; null where they know of it from another message of ours. */
    deliveryId: uuid('delivery_id').references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    decidedAt: instant('decided_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recipientId, table.memorialisedAt] }),
    index('death_news_delivery_id').on(table.deliveryId),
  ],
);
