import { getSession } from '../features/accounts/auth/sessions/sessions.ts';
import { onCredentialsChange } from '../lib/api/credentials.ts';

/** Keeps the mark of public/before-paint.js right while people sign in and out: public pages look at nothing else. */
export function keepSessionMarked(): void {
  const mark = () => {
    document.documentElement.toggleAttribute('data-signed-in', getSession().isAuthenticated);
  };
  mark();
  onCredentialsChange(mark);
}
