import { useState } from 'react';

/** State that the entry in the browser's history keeps: somebody who comes back to the page finds as much of a list as they had seen. */
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
  // Pages are rendered without a window too.
  const state: unknown = globalThis.window?.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
