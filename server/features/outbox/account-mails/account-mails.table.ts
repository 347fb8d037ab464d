import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';

/** What a mail about an account lets its holder do, by name. Each such mail carries a link. */
export const linkKinds = ['verify-email', 'reset-password', 'confirm-email', 'email-changed'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** What a mail about an account only tells. */
export const noticeKinds = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'new-device',
  'deletion-requested',
  'account-restored',
  'export-ready',
  'payment-received',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A mail to an owner about the account itself, written in the transaction that it tells of and sent by a job. */
export const accountMails = pgTable(
  'account_mails',
  {
    id: id(),
    kind: text('kind').$type<LinkKind | NoticeKind>().notNull(),
    /** Null while nobody has looked whether the account exists: for a new password anybody may ask. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    toAddress: text('to_address').notNull(),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash'),
    /** Until when the link works. */
    validUntil: instant('valid_until'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
    /** When it was handed over, or refused for good. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('account_mails_token_hash_key').on(table.tokenHash),
    index('account_mails_user_id').on(table.userId, table.kind),
    index('account_mails_to_send').on(table.createdAt).where(sql`${table.sentAt} is null`),
    index('account_mails_created_at').on(table.createdAt),
    index('account_mails_reserved')
      .on(sql`lower(${table.toAddress})`)
      .where(sql`${table.kind} = 'email-changed' and ${table.usedAt} is null`),
  ],
);

export type AccountMailRow = typeof accountMails.$inferSelect;
