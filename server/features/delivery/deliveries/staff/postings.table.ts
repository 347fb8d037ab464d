import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';
import { deliveryQueue } from '../deliveries.table.ts';

/** A delivery in a parcel. One that came back may be posted again, so a delivery may have several. */
export const postings = pgTable(
  'postings',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    /** The same for everything in one parcel. Null for what was posted before parcels could hold several. */
    parcelId: uuid('parcel_id'),
    /** How many deliveries were packed into it: if there are fewer now, one was withdrawn. */
    parcelSize: integer('parcel_size').notNull().default(1),
    packedAt: instant('packed_at'),
    /** The mailing address on the day on which it was posted. */
    address: text('address'),
    trackingNumber: text('tracking_number'),
    /** Null while it is only packed. */
    postedAt: instant('posted_at'),
    /** The member of staff who posted it. No foreign key, since it outlives their account. */
    postedBy: uuid('posted_by'),
    arrivedAt: instant('arrived_at'),
    returnedAt: instant('returned_at'),
  },
  (table) => [
    index('postings_delivery_id').on(table.deliveryId),
    index('postings_parcel_id').on(table.parcelId),
    uniqueIndex('postings_under_way_key')
      .on(table.deliveryId)
      .where(sql`${table.arrivedAt} is null and ${table.returnedAt} is null`),
  ],
);

export type PostingRow = typeof postings.$inferSelect;
