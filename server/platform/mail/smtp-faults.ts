/** Sorts what can go wrong in an SMTP conversation into temporary, permanent and unknown. */
import type { FaultKind } from './mail.ts';
import { MessageFault } from './mail.ts';

/** Where the conversation stood. */
export interface Progress {
  /** The whole message was read for sending: the final dot is, or is about to be, on its way. */
  handedOver: boolean;
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

// Answers about the session or our credentials, not about the message or the person it is for.
const SESSION_CODES = new Set([502, 503, 530, 534, 535, 538]);

/** Turns nodemailer's error into a MessageFault; `to` is taken out of the server's words. */
export function sortSmtpFault(cause: unknown, to: string, progress: Progress): MessageFault {
  const error: SmtpError = cause instanceof Error ? cause : new Error(String(cause));
  const words = (error.response ?? error.message).replaceAll(to, '(address)').slice(0, 500);
  return new MessageFault(kindOf(error, progress), words, { cause });
}

function kindOf(error: SmtpError, progress: Progress): FaultKind {
  const { responseCode: code, command } = error;
  // No refusal: the connection failed, was cut or went silent, or the answer made no sense.
  if (code === undefined || code < 400) return progress.handedOver ? 'unknown' : 'temporary';
  const aboutTheMessage = command === 'RCPT TO' || command === 'DATA';
  // A 5xx to our greeting, sign-in or sender would turn every recipient's good address into a bad one.
  return code >= 500 && aboutTheMessage && !SESSION_CODES.has(code) ? 'permanent' : 'temporary';
}
