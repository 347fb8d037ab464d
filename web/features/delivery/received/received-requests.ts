import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Reads who left something for whom, without opening it. Throws an ApiError unless the answer is a success. */
export function readCover(token: string, signal: AbortSignal): Promise<ReceivedCover> {
  return request<ReceivedCover>(addressOf(token), { signal });
}

/**
 * Opens the link in this browser. The first browser needs no code. For any other, the server sends one to the
 * recipient's address and answers 409 with a field `code`; a wrong code is a 400. Throws an ApiError.
 */
export function openReceived(token: string, code?: string): Promise<ReceivedMemories> {
  return request<ReceivedMemories>(`${addressOf(token)}/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === undefined ? {} : { code }),
  });
}

function addressOf(token: string): string {
  return `/api/received/${encodeURIComponent(token)}`;
}

/**
 * Deliberately not the API client: recipients have no account, and if somebody is signed in on this device, their token
 * must not be sent and a refusal must not end their session.
 */
async function request<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' });
  const body = await response.text();
  if (!response.ok) throw new ApiError({ status: response.status, statusText: response.statusText, body });
  return JSON.parse(body) as Result;
}
