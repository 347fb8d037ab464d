/** One message to one person, and what may become of it. The transports are `smtp-mailer` and `mailbox-mailer`. */

export interface OutgoingMail {
  /** Without angle brackets; the same on every retry, so that a mail system can recognise the second copy. */
  messageId: string;
  to: string;
  toName?: string;
  /** Shown as the sender's name; the address is always the service's own. */
  fromName?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/**
 * - `temporary`: not handed over, worth another try later.
 * - `permanent`: refused because of this message or this address; another try would be refused too.
 * - `unknown`: may or may not have been handed over (cut or silent after the last byte).
 */
export type FaultKind = 'temporary' | 'permanent' | 'unknown';

/** The only error a mailer or texter throws from `send` and `check`. Its message holds no address. */
export class MessageFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MessageFault';
    this.kind = kind;
  }
}

export interface Mailer {
  /** The service's own address, as configured. */
  readonly from: string;
  /** Resolves when the message was taken over; throws MessageFault. */
  send(mail: OutgoingMail): Promise<void>;
  /** Resolves when messages could be sent now; throws MessageFault. */
  check(): Promise<void>;
  close(): Promise<void>;
}
