/** The session as it is kept in this browser: the two keys, and who wants to know when they change. */

const tokenKey = 'auth_token';
const userKey = 'auth_user';

export interface Credentials {
  token: string | null;
  /** The stored user as text; whoever needs it parses it. */
  userText: string | null;
}

const listeners = new Set<() => void>();

export function readCredentials(): Credentials {
  return { token: localStorage.getItem(tokenKey), userText: localStorage.getItem(userKey) };
}

/** Leaving out the token keeps the present one. */
export function storeCredentials({ token, userText }: { token?: string; userText: string }): void {
  if (token !== undefined) localStorage.setItem(tokenKey, token);
  localStorage.setItem(userKey, userText);
  tellListeners();
}

export function clearCredentials(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  tellListeners();
}

/** Calls `listener` on each change, in this tab or another; returns the way to stop. */
export function onCredentialsChange(listener: () => void): () => void {
  const hearOtherTab = (event: StorageEvent) => {
    if (event.key === null || event.key === tokenKey || event.key === userKey) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', hearOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hearOtherTab);
  };
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
