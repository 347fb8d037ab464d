import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../ids.ts';

/** Messages stored instead of sent, if no mail server is configured. */
export const mailboxMessages = pgTable(
  'mailbox_messages',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    toAddress: text('to_address').notNull(),
    fromAddress: text('from_address').notNull(),
    subject: text('subject'),
    text: text('text').notNull(),
    html: text('html'),
    /** The calendar file of a mail that has one. */
    calendar: text('calendar'),
    /** The Message-ID of a mail or the id of a text message. A retry does not add a second message in the same mailbox. */
    messageId: text('message_id').notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    uniqueIndex('mailbox_messages_message_id_to_address').on(table.messageId, table.toAddress),
    index('mailbox_messages_newest').on(table.sentAt.desc(), table.id.desc()),
  ],
);
