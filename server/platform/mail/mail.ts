import { placeholderSupportEmail } from '../../../shared/pages.ts';
import { escapeHtml } from '../html-page.ts';

/**
 * One message to one person, and the possible outcomes of sending it. The transports are `smtp-mailer` and
 * `mailbox-mailer`.
 */

export interface OutgoingMail {
  /** Without angle brackets; the same on every retry, so that mail systems can recognise a duplicate. */
  messageId: string;
  to: string;
  toName?: string;
  /** The sender's display name; the address is always the service's own. */
  fromName?: string;
  replyTo?: string;
  /** Where it is returned if it cannot be delivered later: the envelope sender. By default the service's own address. */
  returnPath?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** A calendar file (RFC 5545), which mail programs offer to add to the calendar. */
  calendar?: CalendarFile;
  /** Called just before the message is transmitted, however long it waited for a connection; it is sent only if this returns true. */
  mayLeave?: () => boolean;
  /** Called once the message was accepted. Its connection is not reused before this has resolved; it must not reject. */
  onAccepted?: () => Promise<void>;
}

export interface CalendarFile {
  /** The iTIP method (RFC 5546): what the calendar should do with it. */
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

/**
 * - `temporary`: not sent; worth retrying later.
 * - `permanent`: rejected because of this message or this address; a retry would be rejected too.
 * - `unknown`: may or may not have been sent (the connection was cut or silent after the last byte).
 */
export type FaultKind = 'temporary' | 'permanent' | 'unknown';

/**
 * What a fault is about:
 * - `mailbox`: the server looked at this message and its recipient, and turned it away, such as from a full mailbox.
 * - `service`: it cannot be reached, has no time, or does not know us; or we failed ourselves.
 */
type FaultSubject = 'mailbox' | 'service';

/** The only error that a mailer or texter throws from `send` and `check`. Its message contains no address. */
export class MessageFault extends Error {
  readonly kind: FaultKind;
  readonly about: FaultSubject;

  constructor(
    kind: FaultKind,
    message: string,
    { about, ...options }: ErrorOptions & { about?: FaultSubject } = {},
  ) {
    super(message, options);
    this.name = 'MessageFault';
    this.kind = kind;
    this.about = about ?? (kind === 'permanent' ? 'mailbox' : 'service');
  }
}

export interface Mailer {
  /** The service's own address, as configured. */
  readonly from: string;
  /** Resolves once the message was accepted; throws MessageFault. */
  send(mail: OutgoingMail): Promise<void>;
  /** Resolves if messages can be sent now; throws MessageFault. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Fills the support address into mails, whose layout contains a placeholder for it. */
export function withSupportEmail(send: Mailer['send'], supportEmail: string): Mailer['send'] {
  const inHtml = escapeHtml(supportEmail);
  return (mail) =>
    send({
      ...mail,
      text: mail.text.replaceAll(placeholderSupportEmail, () => supportEmail),
      html: mail.html.replaceAll(placeholderSupportEmail, () => inHtml),
    });
}
