import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';

/** A browser that has opened a delivery and needs no code for it. */
export const receivedDevices = pgTable(
  'received_devices',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    cookieHash: text('cookie_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('received_devices_cookie_hash_key').on(table.cookieHash),
    index('received_devices_delivery_id').on(table.deliveryId),
  ],
);

/** A six-digit code sent to the recipient's address for a second device. Only the newest of a delivery is valid. */
export const receivedCodes = pgTable(
  'received_codes',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('received_codes_delivery_id').on(table.deliveryId, table.id)],
);
