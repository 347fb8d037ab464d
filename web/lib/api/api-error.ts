import type { ErrorBody } from '../../../shared/errors.ts';

/** A response other than success. Its message is `{status}: {body, or the status text if the body is empty}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorBody['code'] | undefined;
  /** The server's message for people, if there is one. */
  readonly sentence: string | undefined;
  /** One message for each invalid field of the request. */
  readonly fields: Readonly<Record<string, string>>;
  /** After how many seconds to try again, if the server said so. */
  readonly retryAfterSeconds: number | undefined;
  /** For a refused change: the record as it is now. */
  readonly current: unknown;

  constructor(answer: { status: number; statusText: string; body: string; retryAfter?: string | null }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    const body = parseErrorBody(answer.body);
    this.status = answer.status;
    this.code = body.code;
    this.sentence = body.message || undefined;
    this.fields = body.fields ?? {};
    // As a date or as nothing it is NaN or 0.
    this.retryAfterSeconds = Number(answer.retryAfter) || undefined;
    this.current = body.current;
  }
}

function parseErrorBody(body: string): Partial<ErrorBody> & { current?: unknown } {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** The server's message for people, or `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback;
}

/** The record as it is now, if it was changed elsewhere before this change; undefined for any other error. */
export function currentOf<Current>(error: unknown): Current | undefined {
  return error instanceof ApiError ? ((error.current ?? undefined) as Current | undefined) : undefined;
}

/** The server's messages for single fields; empty for any other error. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}
