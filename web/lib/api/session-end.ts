import { forgetSentDrafts } from '../drafts.ts';
import { clearCredentials, readCredentials } from './credentials.ts';

interface Writing {
  /** Saves what the person is writing, at once; true when there was something to keep. */
  keep: () => boolean;
  /** Sends to the server what it does not have yet; resolves when it has answered, or will not answer. */
  send: () => Promise<void>;
}

export type SessionEndReason = 'idle' | 'refused';

export interface SessionEndNotice {
  reason: SessionEndReason;
  draftKept: boolean;
}

const noticeKey = 'session_end_notice';
const writings = new Set<Writing>();
const sendNothing = () => Promise.resolve();

/**
 * Runs `keep` before the page signs out or reloads for want of a session, and `send` before that where there is time;
 * returns the way to stop.
 */
export function beforeSessionEnd(keep: Writing['keep'], send: Writing['send'] = sendNothing): () => void {
  const writing = { keep, send };
  writings.add(writing);
  return () => writings.delete(writing);
}

/** True when there was a draft to keep. */
export function keepDrafts(): boolean {
  return [...writings].map(({ keep }) => keep()).includes(true);
}

/** Resolves when the server has answered to all that is being written, or will not answer. */
export async function sendDrafts(): Promise<void> {
  keepDrafts();
  await Promise.allSettled([...writings].map(({ send }) => send()));
}

/** Drafts first, then the credentials, then the copies that are not needed. True when a draft was kept. */
export function clearSession(): boolean {
  const kept = keepDrafts();
  clearCredentials();
  forgetSentDrafts(localStorage);
  return kept;
}

/** Signs out in this browser, leaves a word about it for the next page, and loads that page anew. */
export function endSession(reason: SessionEndReason): void {
  const notice: SessionEndNotice = { reason, draftKept: clearSession() };
  sessionStorage.setItem(noticeKey, JSON.stringify(notice));
  window.location.reload();
}

/** A write was refused as not signed in. A late answer to a session that is already over changes nothing. */
export function endRefusedSession(tokenSent: string | null): void {
  if (tokenSent !== null && tokenSent === readCredentials().token) endSession('refused');
}

/** Why the last session of this tab ended, until somebody signs in again. */
export function readSessionEndNotice(): SessionEndNotice | null {
  const text = sessionStorage.getItem(noticeKey);
  return text ? (JSON.parse(text) as SessionEndNotice) : null;
}

export function forgetSessionEndNotice(): void {
  sessionStorage.removeItem(noticeKey);
}
