/** Classifies failures of text messages as temporary, permanent or unknown. */
import { type FaultKind, MessageFault } from '../mail/mail.ts';

interface ProviderError extends Error {
  /** HTTP status, if the provider responded. */
  status?: number;
  /** The provider's error number, or the socket's error code. */
  code?: number | string;
}

// The request cannot have been sent: there was no connection.
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

// 400s caused by our account (its sender number, its allowed countries), not by the recipient's number.
const ABOUT_OUR_ACCOUNT = new Set([21212, 21408, 21603, 21606, 21607, 21659, 21660, 21701, 21703, 21704]);

export function sortTwilioFault(cause: unknown, to: string): MessageFault {
  const error: ProviderError = cause instanceof Error ? cause : new Error(String(cause));
  const words = error.message.replaceAll(to, '(number)').slice(0, 500);
  return new MessageFault(kindOf(error), words, { cause });
}

function kindOf({ status, code }: ProviderError): FaultKind {
  if (status === undefined) return NOT_CONNECTED.has(String(code)) ? 'temporary' : 'unknown';
  return status === 400 && !ABOUT_OUR_ACCOUNT.has(Number(code)) ? 'permanent' : 'temporary';
}

/** Whether the provider refused our account or token, which waiting does not fix. `error` comes from a texter. */
export function refusesAccount({ cause }: Error): boolean {
  return cause instanceof Error && 'status' in cause && (cause.status === 401 || cause.status === 403);
}
