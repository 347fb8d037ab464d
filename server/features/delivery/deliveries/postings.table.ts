import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import { deliveryQueue } from './deliveries.table.ts';

/** A parcel that was posted for a delivery. What came back may be posted again, so that a delivery may have several. */
export const postings = pgTable(
  'postings',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    /** The mailing address of that day. */
    address: text('address').notNull(),
    trackingNumber: text('tracking_number'),
    postedAt: instant('posted_at').notNull(),
    /** The member of staff. Without a foreign key, since it outlives their account. */
    postedBy: uuid('posted_by').notNull(),
    arrivedAt: instant('arrived_at'),
    returnedAt: instant('returned_at'),
  },
  (table) => [
    index('postings_delivery_id').on(table.deliveryId),
    uniqueIndex('postings_under_way_key')
      .on(table.deliveryId)
      .where(sql`${table.arrivedAt} is null and ${table.returnedAt} is null`),
  ],
);

export type PostingRow = typeof postings.$inferSelect;
