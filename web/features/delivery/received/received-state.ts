import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';

export type ReceivedState =
  | { step: 'loading' }
  | { step: 'unknown' }
  | { step: 'taken-back'; cover: ReceivedCover }
  | { step: 'unreachable' }
  | { step: 'closed'; cover: ReceivedCover; failure?: string | undefined }
  | { step: 'code'; cover: ReceivedCover; notice: string; error?: string | undefined }
  /** `isFirst` while the cover still gives way: it does so once. */
  | { step: 'opened'; cover: ReceivedCover; received: ReceivedMemories; isFirst: boolean };

export type WithCover = Extract<ReceivedState, { cover: ReceivedCover }>;

const tryAgain = 'It could not be opened just now. It is safe; please try again.';

export function afterCover(cover: ReceivedCover): ReceivedState {
  return { step: cover.closed ? 'taken-back' : 'closed', cover };
}

/** What this device has opened is open when one comes back, unless something new waits. */
export function isOpenHere({ closed, codeNeeded, openedAt, memoriesWaiting }: ReceivedCover): boolean {
  return !closed && !codeNeeded && openedAt !== null && memoriesWaiting === 0;
}

/** State after the cover could not be read. A link that was cut short (400) counts as unknown, like a 404. */
export function afterFailedCover(error: unknown): ReceivedState {
  const isCutShort = error instanceof ApiError && error.status === 400;
  return isUnknown(error) || isCutShort ? { step: 'unknown' } : { step: 'unreachable' };
}

/** State after opening was refused. If a code was sent, asks for it; otherwise stays where it was and shows the reason. */
export function afterRefusal(from: WithCover, error: unknown): ReceivedState {
  if (isUnknown(error)) return { step: 'unknown' };
  const message = messageOf(error, tryAgain);
  const aboutCode = fieldsOf(error)['code'];
  const isCodeSent = error instanceof ApiError && error.status === 409 && aboutCode !== undefined;
  if (isCodeSent) return { step: 'code', cover: from.cover, notice: message };
  if (from.step === 'code') return { ...from, error: aboutCode ?? message };
  return { step: 'closed', cover: from.cover, failure: message };
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

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
