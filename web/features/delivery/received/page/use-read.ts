import { useSyncExternalStore } from 'react';

/** Which of them is read, by the part of the address after `#`: it never reaches the server. */
export function useRead(): string {
  return useSyncExternalStore(listen, () => window.location.hash.slice(1));
}

export function goTo(id: string): void {
  window.location.hash = id;
}

function listen(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
