import { write } from '../../../lib/api/request.ts';
import { clearSession, endSession, keepDrafts } from '../../../lib/api/session-end.ts';

/** Signs out here at once; the server is told too. What is being written goes before it: see `sendInTime`. */
export function signOut(): void {
  keepDrafts();
  tellServerGoodbye();
  clearSession();
}

/** Nobody was here for too long. */
export function leaveIdle(): void {
  keepDrafts();
  tellServerGoodbye();
  endSession('idle');
}

/** Its session would end by itself if this did not reach the server. */
function tellServerGoodbye(): void {
  write('POST', '/api/auth/sign-out', undefined, { keepalive: true }).catch(() => undefined);
}

/** Puts off the server's idle end; when it cannot be reached, the next activity tries again. */
export function keepSessionAlive(): void {
  write('POST', '/api/auth/keep-alive').catch(() => undefined);
}
