import { backgroundHeader } from '../../../shared/accounts/time-limits.ts';
import { ApiError } from './api-error.ts';
import { readCredentials } from './credentials.ts';
import { endRefusedSession } from './session-end.ts';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
}

export interface WriteOptions extends ReadOptions {
  /** For sign-in and registration: sends no token, and a 401 does not end the session. */
  anonymous?: boolean | undefined;
  /** For actions open to anybody: sends the token, if there is one, but a 401 or 403 does not end the session. */
  keepsSession?: boolean | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean | undefined;
  headers?: Record<string, string>;
}

let isBackground = false;

/** Marks the requests that `begin` starts synchronously as not requested by the person: see `backgroundHeader`. */
export function inBackground<Result>(begin: () => Result): Result {
  isBackground = true;
  try {
    return begin();
  } finally {
    isBackground = false;
  }
}

/** Sends a GET. Throws an ApiError for any response other than success, and never ends the session. */
export async function read<Result>(path: string, { signal }: ReadOptions = {}): Promise<Result> {
  const response = await fetch(path, {
    headers: {
      ...authorization(readCredentials().token),
      ...(isBackground && { [backgroundHeader]: '1' }),
    },
    credentials: 'include',
    ...(signal && { signal }),
  });
  return answerOf<Result>(response);
}

/** Like `read`, but resolves with null if nobody is signed in (401). */
export async function readIfSignedIn<Result>(path: string, options?: ReadOptions): Promise<Result | null> {
  try {
    return await read<Result>(path, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends a change; an empty response is undefined. A 401 or 403 ends the session: the stored token and user
 * are removed and the page reloads.
 */
export async function write<Result = void>(
  method: WriteMethod,
  path: string,
  body?: unknown,
  options: WriteOptions = {},
): Promise<Result> {
  return answerOf<Result>(await send(method, path, body, options));
}

/** Like `write`, but does not read the response. */
export async function send(
  method: WriteMethod,
  path: string,
  body: unknown,
  { signal, anonymous = false, keepsSession = false, keepalive = false, headers }: WriteOptions,
): Promise<Response> {
  const token = anonymous ? null : readCredentials().token;
  const response = await fetch(path, {
    method,
    headers: {
      ...authorization(token),
      ...(isBackground && { [backgroundHeader]: '1' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    credentials: 'include',
    keepalive,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!keepsSession && isRefusal(response.status) && !(await isForWantOfFreshness(response)))
    void endRefusedSession(token);
  return response;
}

/** The session is valid; only the password has to be entered again. */
function isForWantOfFreshness(response: Response): Promise<boolean> {
  return answerOf(response.clone()).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.code === 'fresh_sign_in_needed',
  );
}

export function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

export function authorization(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** The body of a response. Throws an ApiError if it is not a success. */
export async function answerOf<Result>(response: Response): Promise<Result> {
  const body = await response.text();
  const { status, statusText, headers } = response;
  if (!response.ok) throw new ApiError({ status, statusText, body, retryAfter: headers.get('retry-after') });
  return (body ? JSON.parse(body) : undefined) as Result;
}
