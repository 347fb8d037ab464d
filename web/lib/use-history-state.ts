import { useState } from 'react';

/** State that is kept in the browser's history entry: somebody who returns to the page sees as much of a list as before. */
export function useHistoryState(key: string, initial: number): [number, (next: number) => void] {
  const [value, setValue] = useState(() => {
    const kept = entryState()[key];
    return typeof kept === 'number' ? kept : initial;
  });

  function keep(next: number) {
    setValue(next);
    if (next !== value) window.history.replaceState({ ...entryState(), [key]: next }, '');
  }

  return [value, keep];
}

function entryState(): Record<string, unknown> {
  // Pages are also rendered without a window.
  const state: unknown = globalThis.window?.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
