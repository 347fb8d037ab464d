import { MessageFault, type OutgoingMail } from './mail.ts';

// A single plain address: no comma-separated second one, no display name, no quoting, no control characters, no white
// space.
const LOCAL_PART = /^[^\s\p{Cc},;:<>()[\]\\"@]{1,64}$/u;
const DOMAIN = /^[\p{L}\p{N}]([\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;
const SENDER_WITH_NAME = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>\s*$/u;

interface Sender {
  name: string;
  address: string;
}

/** True for exactly one email address that is valid in an SMTP envelope. */
function isOneAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return at > 0 && LOCAL_PART.test(text.slice(0, at)) && DOMAIN.test(domain) && !domain.includes('..');
}

/** Parses `post@example.org` or `Name <post@example.org>`; undefined for anything else. */
function parseSender(from: string): Sender | undefined {
  const [, name = '', address = from.trim()] = SENDER_WITH_NAME.exec(from) ?? [];
  return isOneAddress(address) ? { name, address } : undefined;
}

/** Whether `from` is a valid sender for our mails. */
export function isSender(from: string): boolean {
  return parseSender(from) !== undefined;
}

/** Whether `text` is one plain email address, without a name. */
export function isAddress(text: string): boolean {
  return parseSender(text)?.address === text;
}

/** Parses the sender setting; throws a TypeError when it is not an address. */
export function requireSender(from: string): Sender {
  const sender = parseSender(from);
  if (!sender) throw new TypeError('The sender is not an email address');
  return sender;
}

/** Throws a permanent MessageFault for a mail that must not be handed to any transport. */
export function refuseUnsendable(mail: OutgoingMail): void {
  if (!isOneAddress(mail.to)) throw new MessageFault('permanent', 'This is not one email address');
  if (mail.replyTo !== undefined && !isOneAddress(mail.replyTo)) {
    throw new MessageFault('permanent', 'The reply address is not one email address');
  }
  if (`${mail.subject}${mail.text}${mail.html}`.includes('\0')) {
    throw new MessageFault('permanent', 'The message contains a NUL character');
  }
}
