import { clearCredentials, readCredentials } from './credentials.ts';
import { afterTokenRenewal } from './token-renewal.ts';

/** Saves at once what the person is writing; returns true if there was something to save. */
type SaveDraft = () => boolean;

export type SessionEndReason = 'idle' | 'refused';

export interface SessionEndNotice {
  reason: SessionEndReason;
  draftKept: boolean;
}

const noticeKey = 'session_end_notice';
const savers = new Set<SaveDraft>();

/** Runs `save` before the session ends; returns the function that unregisters it. */
export function beforeSessionEnd(save: SaveDraft): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Returns true if there was a draft to save. */
export function saveDrafts(): boolean {
  return [...savers].map((save) => save()).includes(true);
}

/** Saves the drafts, then deletes the credentials and what this tab remembers. Returns true if a draft was saved. */
export function clearSession(): boolean {
  const isDraftSaved = saveDrafts();
  clearCredentials();
  sessionStorage.clear();
  return isDraftSaved;
}

/** Signs out in this browser, leaves a notice for the next page, and reloads. */
export function endSession(reason: SessionEndReason): void {
  const notice: SessionEndNotice = { reason, draftKept: clearSession() };
  sessionStorage.setItem(noticeKey, JSON.stringify(notice));
  window.location.reload();
}

/** Ends the session after the server refused its token; ignores late responses to a session that is over or has another token by now. */
export async function endRefusedSession(tokenSent: string | null): Promise<void> {
  if (tokenSent === null) return;
  await afterTokenRenewal();
  if (tokenSent === readCredentials().token) endSession('refused');
}

/** Why the last session of this tab ended, until somebody signs in again. */
export function readSessionEndNotice(): SessionEndNotice | null {
  const text = sessionStorage.getItem(noticeKey);
  return text ? (JSON.parse(text) as SessionEndNotice) : null;
}

export function clearSessionEndNotice(): void {
  sessionStorage.removeItem(noticeKey);
}
