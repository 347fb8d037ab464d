import type { ErrorBody, ErrorCode } from '../../shared/errors.ts';

const statusOf: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  not_signed_in: 401,
  plan_required: 402,
  forbidden: 403,
  fresh_sign_in_needed: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
};

interface AppErrorDetails {
  /** Maps each invalid field to a sentence about what is wrong with it. */
  fields?: Record<string, string>;
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The record as it is now, ready to be sent. */
  current?: unknown;
  /** For the log only. */
  cause?: unknown;
}

/** An error shown to a person: `message` is public, `cause` is only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.current = details.current;
  }

  get status(): number {
    return statusOf[this.code];
  }

  get body(): ErrorBody & { current?: unknown } {
    const { message, code, fields, current } = this;
    return { message, code, ...(fields && { fields }), ...(current !== undefined && { current }) };
  }
}

/** Someone else's record and one that never existed get the same answer. */
export function notFound(what = 'This page or record'): AppError {
  return new AppError('not_found', `${what} could not be found`);
}

/** Returns `record`; throws a 404 when loading it through its owner found nothing. */
export function requireFound<T>(record: T | undefined, what?: string): T {
  if (record === undefined) throw notFound(what);
  return record;
}

/**
 * Returns the next state, for a caller that has checked that the event is allowed. Undefined is a bug of ours: the
 * response is a 500, and nothing is written.
 */
export function allowed<State>(next: State | undefined): State {
  if (next === undefined) throw new Error('This event is not allowed in the present state');
  return next;
}

/**
 * Refuses a change (409) by somebody who read version `sent` of a record that has since changed. `isChange` is false if
 * what they send is already there, as when a request is repeated. `encodeCurrent` tells them the current state.
 */
export async function requireVersion(
  sent: number | undefined,
  { version }: { version: number },
  isChange: boolean,
  encodeCurrent: () => unknown,
): Promise<void> {
  if (sent === undefined || sent === version || !isChange) return;
  const message = 'This was changed elsewhere in the meantime. Nothing was overwritten.';
  throw new AppError('conflict', message, { current: await encodeCurrent() });
}

export function fieldError(field: string, message: string): AppError {
  return new AppError('bad_request', message, { fields: { [field]: message } });
}

/** Why the product does not start or a command cannot continue. `message` is a plain sentence for the person who started it. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
