import type {
  CodeDestination,
  ReceivedCover,
  ReceivedMemories,
} from '../../../../shared/delivery/received.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Reads who left something for whom, without opening it. Throws an ApiError unless the response is a success. */
export function readCover(token: string, signal?: AbortSignal): Promise<ReceivedCover> {
  return request<ReceivedCover>(addressOf(token), signal && { signal });
}

/** Opens one memory, or reads it again; without an id, everything that waits. Throws an ApiError. */
export function openReceived(token: string, id?: string): Promise<ReceivedMemories> {
  return sendReceived(token, 'POST', '/open', id === undefined ? {} : { id });
}

/**
 * On a device that the page does not know: has a code sent to the recipient, to which the server responds with a 409 that has a field `code`.
 * With the code the device becomes known, and the page is returned; a wrong code is a 400. Throws an ApiError.
 */
export function enterCode(
  token: string,
  answer: { to: CodeDestination } | { code: string },
): Promise<ReceivedCover> {
  return sendReceived(token, 'POST', '/code', answer);
}

/** Sends an act on the page of `token`. Throws an ApiError. */
export function sendReceived<Result = ReceivedCover>(
  token: string,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Result> {
  return request<Result>(addressOf(token) + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

function addressOf(token: string): string {
  return `/api/received/${encodeURIComponent(token)}`;
}

/**
 * Deliberately not the API client: recipients have no account, and if somebody is signed in on this device,
 * their token must not be sent and a refusal must not end their session.
 */
async function request<Result>(path: string, init?: RequestInit): Promise<Result> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' });
  const body = await response.text();
  if (!response.ok) throw new ApiError({ status: response.status, statusText: response.statusText, body });
  return JSON.parse(body) as Result;
}
