import { saveDrafts } from '../../../lib/api/session-end.ts';
import { sendOpenDrafts } from './open-drafts.ts';
import { listServerDrafts, putDraft } from './queries.ts';
import { sendUnsentDrafts } from './unsent-drafts.ts';

const timeoutMs = 3000;

/** Undefined where the profile cannot be read. */
type FindOwnerId = () => Promise<string | undefined>;

/**
 * Sends all unsent drafts to the server, because only what it holds may be deleted here after the sign-out. Gives up
 * after three seconds, or when the page is closed; never rejects. `findOwnerId` may wait for the profile.
 */
export async function sendDraftsBeforeSignOut(findOwnerId: FindOwnerId): Promise<void> {
  const timeout = new AbortController();
  const { signal } = timeout;
  const timer = window.setTimeout(() => timeout.abort(), timeoutMs);
  window.addEventListener('pagehide', () => timeout.abort(), { signal });
  await Promise.race([
    sendAll(findOwnerId),
    new Promise((resolve) => signal.addEventListener('abort', resolve)),
  ]);
  window.clearTimeout(timer);
  timeout.abort();
}

async function sendAll(findOwnerId: FindOwnerId): Promise<void> {
  saveDrafts();
  await sendOpenDrafts();
  const ownerId = await findOwnerId();
  if (ownerId === undefined) return;
  const environment = { storage: window.localStorage, list: listServerDrafts, send: putDraft };
  await sendUnsentDrafts(environment, ownerId).catch(() => undefined);
}
