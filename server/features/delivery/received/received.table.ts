import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ReplyReader } from '../../../../shared/delivery/received-acts.ts';
import { id, instant } from '../../../platform/columns.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { deliveryQueue } from '../deliveries/deliveries.table.ts';

/** A browser that has opened something on a page or entered its code: it needs no code for anything else at the same address. */
export const receivedDevices = pgTable(
  'received_devices',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    cookieHash: text('cookie_hash').notNull(),
    /** The address of the page it is known for. */
    address: text('address'),
    /** Since when it has said that this page is not for its user: it is shown nothing, and may take that back. */
    disownedAt: instant('disowned_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('received_devices_cookie_hash_key').on(table.cookieHash),
    index('received_devices_delivery_id').on(table.deliveryId),
  ],
);

/** A six-digit code sent to the recipient's address for a second device. Only the newest code of a delivery is valid. */
export const receivedCodes = pgTable(
  'received_codes',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    /** Where it was sent. It opens the page of no other address. */
    address: text('address'),
    triesLeft: integer('tries_left').notNull(),
    validUntil: instant('valid_until').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('received_codes_delivery_id').on(table.deliveryId, table.id)],
);

/** A few words that a recipient wrote back about what a delivery brought. */
export const receivedReplies = pgTable(
  'received_replies',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    readBy: text('read_by').$type<ReplyReader>().notNull(),
    writtenAt: instant('written_at').notNull(),
    changedAt: instant('changed_at'),
  },
  (table) => [uniqueIndex('received_replies_delivery_id_key').on(table.deliveryId)],
);

/** A reminder that a recipient asked for: one message with their page's address. Each recipient has at most one. */
export const receivedReminders = pgTable(
  'received_reminders',
  {
    /** A new id for each day that is chosen. Its mail has the same id, so that the send log recognises it after a restore. */
    id: id(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** The delivery whose link it was requested through and will contain. */
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    remindOn: date('remind_on', { mode: 'string' }).notNull(),
    /** Noon of that day in the owner's time zone. */
    remindAt: instant('remind_at').notNull(),
    /** When its message was written, or its day came while they wanted nothing; after that it is done. */
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('received_reminders_recipient_id_key').on(table.recipientId),
    index('received_reminders_delivery_id').on(table.deliveryId),
    index('received_reminders_due').on(table.remindAt).where(sql`${table.sentAt} is null`),
  ],
);
