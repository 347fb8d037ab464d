const tokenKey = 'auth_token';
const userKey = 'auth_user';

export interface Credentials {
  token: string | null;
  /** The stored user, unparsed. */
  userText: string | null;
}

const listeners = new Set<() => void>();

export function readCredentials(): Credentials {
  return { token: localStorage.getItem(tokenKey), userText: localStorage.getItem(userKey) };
}

/** Without a token, the current one stays. */
export function storeCredentials({ token, userText }: { token?: string; userText: string }): void {
  if (token !== undefined) localStorage.setItem(tokenKey, token);
  localStorage.setItem(userKey, userText);
  notifyListeners();
}

export function clearCredentials(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
  notifyListeners();
}

/** Calls `listener` on each change in this tab or another; returns the function that stops this. */
export function onCredentialsChange(listener: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === tokenKey || event.key === userKey) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', handleStorage);
  };
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
