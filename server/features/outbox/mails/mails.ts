import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import { insertMails } from './insert-mails.ts';
import type { LinkKind, MailKind, MailRow } from './mails.table.ts';

export {
  assignLink,
  changedAt,
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

/** A mail as its feature writes it, from the facts at the moment of sending. */
export type PreparedMail = Omit<OutgoingMail, 'messageId'> & {
  /** Not sent again where nobody knows whether it arrived: better none than two. */
  atMostOnce?: boolean;
  /** Called in the transaction that marks the mail as sent or refused for good. */
  onSent?: (tx: Tx) => Promise<void>;
};

/**
 * Writes a mail when it is about to be sent; undefined when it is no longer wanted, and then nothing is sent. `tx` commits
 * before the mail goes out. Called again at each retry.
 */
export type PrepareMail = (tx: Tx, services: Services, mail: MailRow) => Promise<PreparedMail | undefined>;

interface NewMail {
  /** For a mail about something that has no second one: its own id. The Message-ID is made of it. */
  id?: string;
  kind: Exclude<MailKind, LinkKind>;
  /** The account that it concerns. */
  userId: string;
  /** Left out where the address is looked up when the mail is sent. */
  toAddress?: string;
  subjectId?: string;
  details?: Record<string, string>;
  /** A second mail with the same key is not written, as long as the first is stored. */
  dedupeKey?: string;
  /** Until when it is worth sending. */
  validUntil?: Date;
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
