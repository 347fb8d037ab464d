import { listServerDrafts, putDraft } from '../../../lib/api/drafts.ts';
import { keepDrafts } from '../../../lib/api/session-end.ts';
import { sendDrafts } from '../../../lib/before-sign-out.ts';
import { sendUnsentDrafts } from '../../../lib/unsent-drafts.ts';

const patienceMs = 3000;

/**
 * Brings to the server what is being written, and what an owner has written here before, ahead of their sign-out: what
 * it has then does not stay in this browser. Resolves without it when that takes too long, or when the page goes away.
 */
export async function sendInTime(ownerId: string | undefined): Promise<void> {
  const isEnough = new AbortController();
  const { signal } = isEnough;
  const timer = window.setTimeout(() => isEnough.abort(), patienceMs);
  window.addEventListener('pagehide', () => isEnough.abort(), { signal });
  await Promise.race([sendAll(ownerId), new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  window.clearTimeout(timer);
  isEnough.abort();
}

async function sendAll(ownerId: string | undefined): Promise<void> {
  keepDrafts();
  await sendDrafts();
  if (ownerId === undefined) return;
  const world = { storage: window.localStorage, list: listServerDrafts, send: putDraft };
  await sendUnsentDrafts(world, ownerId).catch(() => undefined);
}
