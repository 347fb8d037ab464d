import { MessageFault } from '../mail/mail.ts';

export interface TextMessage {
  /** The same on every retry. */
  id: string;
  /** E.164: `+` and up to 15 digits. */
  to: string;
  body: string;
  /**
   * Set when an earlier attempt may have reached the provider: the provider is first asked whether it already has
   * this text for this number, because SMS providers know no Message-ID.
   */
  isRetry?: boolean;
}

export interface Texter {
  /** Resolves once the message was accepted; throws MessageFault. */
  send(message: TextMessage): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** Removes the usual separators from a phone number; throws a permanent MessageFault when the rest is not E.164. */
export function requirePhoneNumber(written: string): string {
  const number = written.replace(/[\s().\u00a0-]/g, '');
  if (!E164.test(number))
    throw new MessageFault('permanent', 'This is not a phone number with its country code');
  return number;
}

/** Throws a permanent MessageFault for a text that no provider accepts. */
export function refuseUnsendableText(body: string): void {
  if (body === '' || body.length > 1600 || body.includes('\0')) {
    throw new MessageFault('permanent', 'The text message is empty, too long or contains a NUL character');
  }
}

/** The texter used with a mail server but without a provider: it refuses, so that a text that nobody receives does not count as sent. */
export function openNoTexter(): Texter {
  return {
    async send() {
      throw new MessageFault('permanent', 'No provider of text messages is set up here');
    },
    async check() {},
    async close() {},
  };
}
