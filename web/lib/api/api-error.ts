import type { ErrorBody } from '../../../shared/errors.ts';

/** An answer that was not a success. Its message is `{status}: {body, or the status text when the body is empty}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorBody['code'] | undefined;
  /** The server's sentence for a person, where the body holds one. */
  readonly sentence: string | undefined;
  /** One message for each refused field of the request. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(answer: { status: number; statusText: string; body: string }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    const body = parseErrorBody(answer.body);
    this.status = answer.status;
    this.code = body.code;
    this.sentence = body.message || undefined;
    this.fields = body.fields ?? {};
  }
}

function parseErrorBody(body: string): Partial<ErrorBody> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** What to tell the person: the server's own sentence, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.sentence) || fallback;
}

/** The server's messages for single fields of a form; empty for any other error. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}
