import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { LinkKind, MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { insertMails } from './insert-mails.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export { recordAcceptedMails } from './begin-sending.ts';
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
export type { AfterSending, MailHandlers, PreparedMail, PrepareMail } from './prepared-mail.ts';

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
