import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Who left something, and for whom. Changes nothing. Throws an ApiError for any answer that is not a success. */
export function readCover(token: string, signal: AbortSignal): Promise<ReceivedCover> {
  return ask<ReceivedCover>(addressOf(token), { signal });
}

/**
 * Opens the link in this browser. The first browser needs no code; for another the server sends one to the
 * recipient's address and answers 409 with a field `code`, as it answers 400 to a wrong one.
 */
export function openReceived(token: string, code?: string): Promise<ReceivedMemories> {
  return ask<ReceivedMemories>(`${addressOf(token)}/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === undefined ? {} : { code }),
  });
}

function addressOf(token: string): string {
  return `/api/received/${encodeURIComponent(token)}`;
}

/**
 * Not the signed-in person's requests: whoever opens this page may be nobody to us, and where somebody is signed in
 * on this device, their token has no business here and their session no part in a refusal.
 */
async function ask<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' });
  const body = await response.text();
  if (!response.ok) throw new ApiError({ status: response.status, statusText: response.statusText, body });
  return JSON.parse(body) as Result;
}
