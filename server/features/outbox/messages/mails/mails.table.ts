import { and, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import { id, instant } from '../../../../platform/columns.ts';
import type { MessageFault } from '../../../../platform/mail/mail.ts';

/** A mail to be sent, written in the transaction that causes it. */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: id(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** While a mail with this key is stored, no second one is written. */
    dedupeKey: text('dedupe_key'),
    /**
     * The account that it concerns; null until it is known whether there is one, since anybody may ask for a
     * new password. Refers to users with ON DELETE CASCADE through migrations/0000_initial.sql, not here,
     * since this district does not know accounts.
     */
    userId: uuid('user_id'),
    /** For a text message, the phone number. Null if the address is looked up when the mail is sent. */
    toAddress: text('to_address'),
    /** Null until it is known: if the address is looked up, it determines the channel. */
    channel: text('channel').$type<LinkChannel>(),
    /** The recipient, schedule or delivery that it is about. */
    subjectId: uuid('subject_id'),
    details: jsonb('details').$type<Record<string, string>>().notNull().default({}),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash'),
    /** Until when the link works, or until when the mail is worth sending. */
    validUntil: instant('valid_until'),
    /** When the link was used or revoked. */
    usedAt: instant('used_at'),
    /** When it was written or, if it was held back, when its turn came. */
    createdAt: instant('created_at').notNull(),
    /** When its turn comes, if it is held back; see quota.ts. */
    heldUntil: instant('held_until'),
    // At most one of these three is set; while none is, sending is retried.
    sentAt: instant('sent_at'),
    /** When it was refused for good, or given up. It stays until staff send it again or set it aside. */
    failedAt: instant('failed_at'),
    /** When it turned out that nobody needs it any more, or staff set it aside. */
    unwantedAt: instant('unwanted_at'),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    /** The sum of the planned pauses between attempts so far. */
    retryingSeconds: integer('retrying_seconds').notNull().default(0),
    /** The mail server's answer to the last attempt, without addresses; null once it has accepted the mail and no further one is wanted. */
    lastAnswer: text('last_answer'),
    /** Why the last attempt failed; null once it was accepted. */
    lastFault: text('last_fault').$type<MessageFault['about']>(),
    /** Where it was sent, or last tried. */
    sentTo: text('sent_to'),
    // See sending/claim-mails.ts.
    /** The fencing token, a new one for each claim. It stays if its worker dies. */
    claimId: uuid('claim_id'),
    claimedAt: instant('claimed_at'),
    leasedUntil: instant('leased_until'),
    /** Since when an attempt may have reached somebody: its worker vanished, or the answer was lost. */
    outcomeUnknownAt: instant('outcome_unknown_at'),
  },
  (table) => [
    uniqueIndex('outbox_mails_token_hash_key').on(table.tokenHash),
    uniqueIndex('outbox_mails_dedupe_key').on(table.dedupeKey),
    index('outbox_mails_user_id').on(table.userId, table.kind),
    index('outbox_mails_to_send')
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null and ${table.unwantedAt} is null`),
    index('outbox_mails_created_at').on(table.createdAt, table.id),
    index('outbox_mails_kind').on(table.kind, table.createdAt, table.id),
    index('outbox_mails_failed').on(table.createdAt, table.id).where(sql`${table.failedAt} is not null`),
    index('outbox_mails_unwanted').on(table.createdAt, table.id).where(sql`${table.unwantedAt} is not null`),
    index('outbox_mails_claim').on(table.claimId).where(sql`${table.claimId} is not null`),
    index('outbox_mails_held').on(table.heldUntil).where(sql`${table.heldUntil} is not null`),
    index('outbox_mails_reserved')
      .on(sql`lower(${table.toAddress})`)
      .where(sql`${table.kind} = 'email-changed' and ${table.usedAt} is null`),
  ],
);

/**
 * For how many hours something that would otherwise end still waits for a mailbox that accepts nothing, such as a
 * full one, and for text messages whatever goes wrong with them, since they are sent in addition to the mails.
 */
const patienceHours = 48;

export type MailRow = typeof outboxMails.$inferSelect;

/** It has not been sent yet. Written exactly as in the index. */
export const isWaiting = and(
  isNull(outboxMails.sentAt),
  isNull(outboxMails.failedAt),
  isNull(outboxMails.unwantedAt),
);

/** A message sent within this time after it was written counts as sent at once. */
export const toleratedLateSeconds = 3600;

/** The instant from which the time given by this mail runs: when it was written or, if it leaves late, `now`. */
export function toldFrom({ createdAt }: Pick<MailRow, 'createdAt'>, now: Date): Date {
  return now > secondsAfter(createdAt, toleratedLateSeconds) ? now : createdAt;
}

/** SQL: it may still be sent. It waits, or it failed because we could not send anything, and staff have to decide. */
export const mayBeSent = sql`(${isWaiting} or (${outboxMails.failedAt} is not null and ${outboxMails.lastFault} = 'service'))`;

/**
 * SQL: whether something that would end at `endsAt` has to wait for this mail, which nobody can answer before
 * it is sent. Patience ends by the time of the last attempt and by `now`, if given.
 */
export function isAwaited(endsAt: SQLWrapper, now: SQLWrapper = outboxMails.lastAttemptAt): SQL {
  const patienceEndsAt = sql`${endsAt} + make_interval(hours => ${sql.raw(String(patienceHours))})`;
  const isGivenUp = sql`((${outboxMails.lastFault} = 'mailbox' or ${outboxMails.channel} = 'text')
    and ${outboxMails.lastAttemptAt} >= ${patienceEndsAt} and ${now} >= ${patienceEndsAt})`;
  return sql`(${mayBeSent} and ${isGivenUp} is not true)`;
}
