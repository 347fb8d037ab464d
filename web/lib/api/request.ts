import { backgroundHeader } from '../../../shared/accounts/idle-limits.ts';
import { ApiError } from './api-error.ts';
import { readCredentials } from './credentials.ts';
import { endRefusedSession } from './session-end.ts';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
}

export interface WriteOptions {
  signal?: AbortSignal | undefined;
  /** For sign-in and registration: no token is sent, and a 401 says nothing about a session. */
  anonymous?: boolean | undefined;
  /** Lets the request outlive the page. */
  keepalive?: boolean | undefined;
}

let isNobodysDoing = false;

/** Says of the reads that `begin` starts, before it returns, that nobody asked for them: see `backgroundHeader`. */
export function inBackground<Result>(begin: () => Result): Result {
  isNobodysDoing = true;
  try {
    return begin();
  } finally {
    isNobodysDoing = false;
  }
}

/** A GET. Throws an ApiError for any answer that is not a success, and leaves the session as it is. */
export async function read<Result>(path: string, { signal }: ReadOptions = {}): Promise<Result> {
  const response = await fetch(path, {
    headers: {
      ...authorization(readCredentials().token),
      ...(isNobodysDoing && { [backgroundHeader]: '1' }),
    },
    credentials: 'include',
    ...(signal && { signal }),
  });
  return answerOf<Result>(response);
}

/** As `read`, but nobody being signed in (401) is answered with null. */
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
 * Changes something. A JSON content type goes out only with a body; an empty answer is undefined.
 * A 401 or 403 ends the session: the stored token and user are removed and the page loads anew.
 */
export async function write<Result = void>(
  method: WriteMethod,
  path: string,
  body?: unknown,
  { signal, anonymous = false, keepalive = false }: WriteOptions = {},
): Promise<Result> {
  const token = anonymous ? null : readCredentials().token;
  const response = await fetch(path, {
    method,
    headers: { ...authorization(token), ...(body !== undefined && { 'content-type': 'application/json' }) },
    credentials: 'include',
    keepalive,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (isRefusal(response.status)) endRefusedSession(token);
  return answerOf<Result>(response);
}

export function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

export function authorization(token: string | null): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}

async function answerOf<Result>(response: Response): Promise<Result> {
  const body = await response.text();
  if (!response.ok) throw new ApiError({ status: response.status, statusText: response.statusText, body });
  return (body ? JSON.parse(body) : undefined) as Result;
}
