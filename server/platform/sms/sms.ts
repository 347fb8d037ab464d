import { MessageFault } from '../mail/mail.ts';

export interface TextMessage {
  /** The same on every retry. */
  id: string;
  /** E.164: `+` and up to 15 digits. */
  to: string;
  body: string;
  /**
   * Set when an earlier try of the same message may have reached the provider: it is asked first whether it
   * has this very text for this number already. Providers of text messages know no Message-ID.
   */
  isRetry?: boolean;
}

export interface Texter {
  /** Resolves when the message was taken over; throws MessageFault. */
  send(message: TextMessage): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** Takes the usual separators out of a written phone number; refuses, as permanent, what is not E.164 then. */
export function requirePhoneNumber(written: string): string {
  const number = written.replace(/[\s().\u00a0-]/g, '');
  if (!E164.test(number))
    throw new MessageFault('permanent', 'This is not a phone number with its country code');
  return number;
}

/** Refuses, as permanent, a text that no provider takes. */
export function refuseUnsendableText(body: string): void {
  if (body === '' || body.length > 1600 || body.includes('\0')) {
    throw new MessageFault('permanent', 'The text message is empty, too long or contains a NUL character');
  }
}
