import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/** Where no mail server is configured, messages are kept here instead of being sent. */
export const mailboxMessages = pgTable(
  'mailbox_messages',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
    toAddress: text('to_address').notNull(),
    fromAddress: text('from_address').notNull(),
    subject: text('subject'),
    text: text('text').notNull(),
    html: text('html'),
    /** The Message-ID of a mail, the id of a text message: a retry is not a second message. */
    messageId: text('message_id').notNull().unique(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('mailbox_messages_newest').on(table.sentAt.desc(), table.id.desc())],
);
