import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { LinkKind, MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { sendMails } from '../../../../job-list.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { MessageContent } from '../messages.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export { noteReturnedMail } from './mail-states.ts';

const mailsPerMail = 500;

/**
 * This mail and others of its kind to the same account that wait to be sent, oldest first: one mail may cover
 * them all. Leaves out others that a worker has begun to send.
 */
export function listUnsentOfSameKind(
  tx: Tx,
  { id, kind, userId }: MailRow & { userId: string },
): Promise<MailRow[]> {
  return tx
    .select()
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.userId, userId),
        eq(outboxMails.kind, kind),
        isWaiting,
        or(isNull(outboxMails.claimId), eq(outboxMails.id, id)),
      ),
    )
    .orderBy(asc(outboxMails.id))
    .limit(mailsPerMail);
}

interface NewMail {
  /** If it is derived, a restored database writes the same mail again, which the send log knows. */
  id?: string;
  kind: Exclude<MailKind, LinkKind>;
  /** The account that it concerns; null for a mail to somebody who needs none. */
  userId: string | null;
  /** Omitted if the address is looked up when the mail is sent. */
  toAddress?: string;
  /** The channel of `toAddress`. */
  channel?: LinkChannel;
  subjectId?: string;
  details?: Record<string, string>;
  /** As long as a mail with this key is stored, no second one is written. */
  dedupeKey?: string;
  /** Until when it is worth sending. */
  validUntil?: Date;
  /** When it is sent; at once without it. */
  heldUntil?: Date | undefined;
  /** Since when it may have been sent under this `id`, if the database was restored from a backup: the send log is asked first. */
  mayBeSentSince?: Date;
}

/**
 * For a mail that is written because of the state of the database, under an id of its own: a restored backup
 * is seldom more than two days old, and everything sent since is in the send log.
 */
export function mayBeSentBefore(now: Date): Date {
  return wholeDaysAfter(now, -2);
}

/** Sends a mail if `tx` commits. False if there is already one with its key. */
export async function enqueueMail(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  mail: NewMail,
): Promise<boolean> {
  return (await insertMails(tx, services, [toRow(mail)])) > 0;
}

/** The same for several mails of one kind at once. */
export async function enqueueMails(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  mails: readonly NewMail[],
): Promise<void> {
  await insertMails(tx, services, mails.map(toRow));
}

function toRow({ mayBeSentSince: outcomeUnknownAt, ...mail }: NewMail) {
  return { ...mail, outcomeUnknownAt };
}

/** A mail written by its feature from the facts at the moment of sending; or a text message, for kinds that may be one. */
export type PreparedMail = MessageContent & {
  /** Not sent again if nobody knows whether it arrived: better none than two. */
  atMostOnce?: boolean;
  /** The mails that this one covers, as found by `listUnsentOfSameKind`; they count as sent with it. */
  covers?: readonly MailRow[];
};

/**
 * Writes a mail when it is about to be sent; returns undefined if it is no longer wanted, and then nothing is
 * sent. `tx` commits before the mail goes out. Called again for each retry.
 */
export type PrepareMail = (tx: Tx, services: Services, mail: MailRow) => Promise<PreparedMail | undefined>;

/** A mail that its server has accepted, or a text message that its provider has. */
interface SentMail {
  mail: MailRow;
  to: string | null;
  at: Date;
}

/** What its feature does after it was sent, in the transaction that records this. Not called if it is refused. */
export type AfterSending = (tx: Tx, services: Services, sent: SentMail) => Promise<void>;

export interface MailHandlers {
  prepare: Record<MailKind, PrepareMail>;
  afterSending: Partial<Record<MailKind, AfterSending>>;
}

const mailsPerJob = 100;
/** These come by the thousand: they go out after all others, and wait a little, so that one mail can cover many. */
const bulkKinds: readonly MailKind[] = ['delivered', 'staff-delivery-failed'];
const gatherSeconds = 60;

/** Writes mails of one kind and enqueues their jobs. Returns how many were new, by their id and key. */
export async function insertMails(
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  mails: readonly Omit<typeof outboxMails.$inferInsert, 'createdAt'>[],
): Promise<number> {
  if (mails.length === 0) return 0;
  const createdAt = clock.now();
  const inserted = await tx
    .insert(outboxMails)
    .values(
      mails.map((mail) => ({ channel: mail.toAddress ? ('email' as const) : null, ...mail, createdAt })),
    )
    .onConflictDoNothing()
    .returning({ id: outboxMails.id, heldUntil: outboxMails.heldUntil });
  const ready = inserted.filter(({ heldUntil }) => heldUntil === null);
  const payloads = Array.from({ length: Math.ceil(ready.length / mailsPerJob) }, (_, n) => ({
    mailIds: ready.slice(n * mailsPerJob, (n + 1) * mailsPerJob).map(({ id }) => id),
  }));
  const isBulk = mails.some(({ kind }) => bulkKinds.includes(kind));
  const options = isBulk ? { priorities: payloads.map(() => -1), startAfterSeconds: gatherSeconds } : {};
  await jobs.enqueue(tx, sendMails, payloads, options);
  return inserted.length;
}
