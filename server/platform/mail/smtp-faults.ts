/** Classifies SMTP failures as temporary, permanent or unknown. */
import { type FaultKind, MessageFault } from './mail.ts';

export interface Progress {
  /** The whole message was read for sending: the final dot is on its way, or about to be. */
  reachedFinalDot: boolean;
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

// Replies about the session or our credentials, not about the message or its recipient.
const SESSION_CODES = new Set([502, 503, 530, 534, 535, 538]);

/** Turns nodemailer's error into a MessageFault; addresses are removed from the server's reply. */
export function sortSmtpFault(cause: unknown, progress: Progress): MessageFault {
  const error: SmtpError = cause instanceof Error ? cause : new Error(String(cause));
  const reply = withoutAddresses(error.response ?? error.message);
  return new MessageFault(kindOf(error, progress), reply, {
    cause,
    ...(isAboutMailbox(error) && { about: 'mailbox' }),
  });
}

/** The server is busy, or cannot check our credentials for now. */
const serviceBusy = new Set([421, 454]);

function isAboutMailbox({ responseCode: code }: SmtpError): boolean {
  return code !== undefined && code >= 400 && code < 500 && !serviceBusy.has(code);
}

function kindOf(error: SmtpError, progress: Progress): FaultKind {
  const { responseCode: code, command } = error;
  // Not a rejection: the connection failed, was cut or went silent, or the reply made no sense.
  if (code === undefined || code < 400) return progress.reachedFinalDot ? 'unknown' : 'temporary';
  const aboutTheMessage = command === 'RCPT TO' || command === 'DATA';
  // Treating a 5xx to our greeting, sign-in or sender as permanent would mark every recipient's good address as bad.
  return code >= 500 && aboutTheMessage && !SESSION_CODES.has(code) ? 'permanent' : 'temporary';
}

const signInRefusals = new Set([530, 534, 535, 538]);

/** Whether the server refused our name or password, which waiting does not fix. `error` comes from a mailer. */
export function refusesSignIn({ cause }: Error): boolean {
  return cause instanceof Error && 'responseCode' in cause && signInRefusals.has(Number(cause.responseCode));
}

/** As servers repeat them: in another case, in another form, or as the address to which they forward the mail. */
const addresses = /[^\s<>@]+@[^\s<>]*/g;
/** No regular reply is longer. */
const readCharacters = 5000;
const keptCharacters = 500;

/** The beginning of a mail server's reply, which may be stored and logged: addresses are removed. */
export function withoutAddresses(said: string): string {
  return said.slice(0, readCharacters).replaceAll(addresses, '(address)').slice(0, keptCharacters);
}
