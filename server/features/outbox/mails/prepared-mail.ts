import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { OutgoingMail } from '../../../platform/mail/mail.ts';
import type { TextMessage } from '../../../platform/sms/sms.ts';
import type { MailRow } from './mails.table.ts';

/** A text message; `to` is a phone number. Its body is another one for each row, since providers know texts by it. */
export type PreparedText = Pick<TextMessage, 'to' | 'body'>;

/** A mail as its feature writes it, from the facts at the moment of sending; or a text message, for the kinds that may be one. */
export type PreparedMail = (Omit<OutgoingMail, 'messageId'> | PreparedText) & {
  /** Not sent again where nobody knows whether it arrived: better none than two. */
  atMostOnce?: boolean;
  /** The mails that this one stands for, as `listUnsentOfSameKind` found them; they count as sent with it. */
  covers?: readonly MailRow[];
};

/**
 * Writes a mail when it is about to be sent; undefined when it is no longer wanted, and then nothing is sent. `tx` commits
 * before the mail goes out. Called again at each retry.
 */
export type PrepareMail = (tx: Tx, services: Services, mail: MailRow) => Promise<PreparedMail | undefined>;

/** A mail that its server, or a text message that its provider, has accepted. */
export interface SentMail {
  mail: MailRow;
  to: string | null;
  at: Date;
}

/** What follows from it for its feature, in the transaction that records it. Not called for one that is refused. */
export type AfterSending = (tx: Tx, services: Services, sent: SentMail) => Promise<void>;

export interface MailHandlers {
  prepare: Record<MailKind, PrepareMail>;
  afterSending: Partial<Record<MailKind, AfterSending>>;
}
