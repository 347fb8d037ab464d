import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { LinkKind, MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import type { TextMessage } from '../../../platform/sms/sms.ts';
import { insertMails } from './insert-mails.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export { type MailPreparations, recordAcceptedMails } from './begin-sending.ts';
export {
  assignLink,
  changedAt,
  confirmKinds,
  enqueueLink,
  findLink,
  isReserved,
  lastLinkAt,
  linkGone,
  linkToken,
  type OpenedLink,
  redeemLink,
  renewLinks,
  revokeLinks,
} from './links.ts';
export { countFailedMails, countLatestMails } from './list-for-staff.ts';
export { lockMailQuota, mailQuotaFreeAt, requireMailQuota } from './mails-to-others.ts';
export { maskAddress } from './mask-address.ts';
export { mailMetrics } from './metrics.ts';

/** A text message; `to` is a phone number. Its body is another one for each row, since providers know texts by it. */
export type PreparedText = Pick<TextMessage, 'to' | 'body'>;

/** A mail as its feature writes it, from the facts at the moment of sending; or a text message, for the kinds that may be one. */
export type PreparedMail = (Omit<OutgoingMail, 'messageId'> | PreparedText) & {
  /** Not sent again where nobody knows whether it arrived: better none than two. */
  atMostOnce?: boolean;
  /** The mails that this one stands for, as `listUnsentOfSameKind` found them; they count as sent with it. */
  covers?: readonly MailRow[];
  /** Called in the transaction that marks the mail as sent; not where it is refused for good, and staff may send it again. */
  onSent?: (tx: Tx) => Promise<void>;
};

/**
 * Writes a mail when it is about to be sent; undefined when it is no longer wanted, and then nothing is sent. `tx` commits
 * before the mail goes out. Called again at each retry.
 */
export type PrepareMail = (tx: Tx, services: Services, mail: MailRow) => Promise<PreparedMail | undefined>;

const mailsPerMail = 500;

/**
 * This mail and others of its kind to the same account that wait to be sent, oldest first: one mail may tell of them all. Others
 * that a worker has begun to send are left out.
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
  kind: Exclude<MailKind, LinkKind>;
  /** The account that it concerns; null for a mail to somebody who needs none. */
  userId: string | null;
  /** Left out where the address is looked up when the mail is sent. */
  toAddress?: string;
  subjectId?: string;
  details?: Record<string, string>;
  /** A second mail with the same key is not written, as long as the first is stored. */
  dedupeKey?: string;
  /** Until when it is worth sending. */
  validUntil?: Date;
  /** When it is sent; at once without it. */
  heldUntil?: Date | undefined;
}

/** Sends a mail if `tx` commits. False when there is one with its key already. */
export async function enqueueMail(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  mail: NewMail,
): Promise<boolean> {
  return (await insertMails(tx, services, [mail])) > 0;
}

/** The same for several mails of one kind at once. */
export async function enqueueMails(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  mails: readonly NewMail[],
): Promise<void> {
  await insertMails(tx, services, mails);
}
