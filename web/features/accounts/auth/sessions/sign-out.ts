import { write } from '../../../../lib/api/request.ts';
import { clearSession, endSession, saveDrafts } from '../../../../lib/api/session-end.ts';

/** Signs out at once in this browser, and on the server if it can be reached. */
export function signOut(): void {
  saveDrafts();
  signOutOnServer();
  clearSession();
}

/** Ends the session of somebody who was inactive for too long. */
export function endIdleSession(): void {
  saveDrafts();
  signOutOnServer();
  endSession('idle');
}

/** A failure is harmless, because the server ends idle sessions itself. */
function signOutOnServer(): void {
  write('POST', '/api/auth/sign-out', undefined, { keepalive: true }).catch(() => undefined);
}

/** Extends the server's idle timeout; after a failure the next activity tries again. */
export function keepSessionAlive(): void {
  write('POST', '/api/auth/keep-alive').catch(() => undefined);
}
