import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import type { BounceKind } from '../../../../platform/mail/bounce-report.ts';
import { deliveryQueue } from '../deliveries.table.ts';

/** What a mail system reported about a delivery after accepting its mail. Each attempt gets one row per kind, however often it is reported. */
export const bounces = pgTable(
  'bounces',
  {
    id: id(),
    deliveryId: belongsTo('delivery_id', () => deliveryQueue.id),
    /** Which attempt of the delivery came back. */
    attempt: integer('attempt').notNull(),
    kind: text('kind').$type<BounceKind>().notNull(),
    /** The addresses it came back from, as reported; erased once it is settled. */
    addresses: text('addresses').array(),
    /** The enhanced status code (RFC 3463). */
    status: text('status'),
    /** The mail system's reply, with addresses removed. */
    reply: text('reply').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When it was applied to the delivery; null while the outcome of that attempt is still being recorded. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('bounces_attempt_key').on(table.deliveryId, table.attempt, table.kind),
    index('bounces_unsettled').on(table.receivedAt, table.id).where(sql`${table.settledAt} is null`),
  ],
);

/** How far a bounce mailbox has been read. Updated in the transaction that applies what was read. */
export const bounceMailboxes = pgTable('bounce_mailboxes', {
  /** Server, user and folder. */
  name: text('name').primaryKey(),
  /** If it changes, the server has renumbered its messages. */
  uidValidity: bigint('uid_validity', { mode: 'bigint' }),
  lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
  /** The worker that reads it: the fencing token, a new one for each reading. */
  claimId: uuid('claim_id').notNull(),
  leasedUntil: instant('leased_until').notNull(),
});

/** A message that could not be handled, by its number. It is tried again, and does not hold up the messages after it. */
export const unreadBounces = pgTable(
  'unread_bounces',
  {
    mailbox: text('mailbox')
      .notNull()
      .references(() => bounceMailboxes.name, { onDelete: 'cascade' }),
    uid: bigint('uid', { mode: 'number' }).notNull(),
    error: text('error').notNull(),
    failedAt: instant('failed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailbox, table.uid] })],
);

export type BounceRow = typeof bounces.$inferSelect;
