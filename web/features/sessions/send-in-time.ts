import { sendDrafts } from '../../lib/api/session-end.ts';

const patienceMs = 3000;

/**
 * Brings to the server what is being written, before somebody signs out: what it has then does not stay in this
 * browser. Resolves without it when that takes too long, or when the page goes away.
 */
export async function sendInTime(): Promise<void> {
  const isEnough = new AbortController();
  const { signal } = isEnough;
  const timer = window.setTimeout(() => isEnough.abort(), patienceMs);
  window.addEventListener('pagehide', () => isEnough.abort(), { signal });
  await Promise.race([sendDrafts(), new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  window.clearTimeout(timer);
  isEnough.abort();
}
