import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';

/** Mails whose link lets whoever reads them do something with an account. */
export const linkKinds = [
  'verify-email',
  'reset-password',
  'confirm-email',
  'email-changed',
  'two-factor-on',
] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Mails that tell an owner what happened to the account. */
export const noticeKinds = [
  'password-changed',
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

/** Every kind of mail that goes through the outbox. Who writes it is listed in server/worker.ts. */
export type MailKind =
  | LinkKind
  | NoticeKind
  | 'trusted-contact'
  | 'delivered'
  | 'address-needed'
  | 'arrival-unknown'
  | 'delivery-failed'
  | 'recipient-readdressed'
  | 'staff-delivery-failed';

/** A mail to be sent, written in the transaction that causes it. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: id(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** While a mail with this key is here no second one is written. */
    dedupeKey: text('dedupe_key'),
    /**
     * The account that it concerns; null while nobody has looked whether there is one, since anybody may ask for a new
     * password. Refers to users with ON DELETE CASCADE by migrations/0002_account-security.sql and 0010_outbox.sql, not here,
     * since this district does not know accounts.
     */
    userId: uuid('user_id'),
    /** Null where the address is looked up when the mail is sent. */
    toAddress: text('to_address'),
    /** The recipient, schedule or delivery that it is about. */
    subjectId: uuid('subject_id'),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash'),
    /** Until when the link works, or the mail is worth sending. */
    validUntil: instant('valid_until'),
    /** When the link was used or revoked. */
    usedAt: instant('used_at'),
    /** When it was written, or when its turn came. */
    createdAt: instant('created_at').notNull(),
    /** When its turn comes, for one that is held back; see mails-to-others.ts. */
    heldUntil: instant('held_until'),
    /** When it was sent, or refused for good. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_mails_token_hash_key').on(table.tokenHash),
    uniqueIndex('outbox_mails_dedupe_key').on(table.dedupeKey),
    index('outbox_mails_user_id').on(table.userId, table.kind),
    index('outbox_mails_to_send').on(table.createdAt).where(sql`${table.sentAt} is null`),
    index('outbox_mails_created_at').on(table.createdAt),
    index('outbox_mails_held').on(table.heldUntil).where(sql`${table.heldUntil} is not null`),
    index('outbox_mails_reserved')
      .on(sql`lower(${table.toAddress})`)
      .where(sql`${table.kind} = 'email-changed' and ${table.usedAt} is null`),
  ],
);

export type MailRow = typeof outboxMails.$inferSelect;
