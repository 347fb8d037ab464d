import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { InquiryAnswer, InquiryKind } from '../../../../../shared/people/inquiries.ts';
import { belongsTo, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../recipients.table.ts';

/** What somebody in an address book is asked at one address; later questions use the same page. */
export const inquiries = pgTable(
  'inquiries',
  {
    /** Derived from the person, the kind and the address, so that every message, and a restored database, has the same link. */
    id: uuid('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    kind: text('kind').$type<InquiryKind>().notNull(),
    channel: text('channel').$type<LinkChannel>().notNull(),
    /** Once they are reached elsewhere, this page is closed. */
    address: text('address').notNull(),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    /** When they were last asked; null if they only have the link, to withdraw as a contact. */
    askedAt: instant('asked_at'),
    answer: text('answer').$type<InquiryAnswer>(),
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('inquiries_token_hash_key').on(table.tokenHash),
    index('inquiries_recipient_id').on(table.recipientId, table.kind),
    index('inquiries_user_id').on(table.userId),
  ],
);

export type InquiryRow = typeof inquiries.$inferSelect;
