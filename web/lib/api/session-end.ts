import { clearCredentials, readCredentials } from './credentials.ts';

/** Saves what the person is writing, at once; true when there was something to keep. */
type KeepDraft = () => boolean;

export type SessionEndReason = 'idle' | 'refused';

export interface SessionEndNotice {
  reason: SessionEndReason;
  draftKept: boolean;
}

const noticeKey = 'session_end_notice';
const keepers = new Set<KeepDraft>();

/** Runs `keep` before the page signs out or reloads for want of a session; returns the way to stop. */
export function beforeSessionEnd(keep: KeepDraft): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** True when there was a draft to keep. */
export function keepDrafts(): boolean {
  return [...keepers].map((keep) => keep()).includes(true);
}

/** Drafts first, then the credentials. True when a draft was kept. */
export function clearSession(): boolean {
  const kept = keepDrafts();
  clearCredentials();
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
