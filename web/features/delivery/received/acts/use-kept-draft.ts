import { useState } from 'react';
import { useLeaveWarning } from '../../../../lib/unsaved-changes.ts';

/**
 * What was typed and not sent yet. It survives a reload on this device while the tab is open, and the browser
 * asks before the page is left.
 */
export function useKeptDraft(key: string, initial: string) {
  const [text, setText] = useState(() => stored(key) ?? initial);
  useLeaveWarning(text.trim() !== '' && text !== initial);

  function change(next: string) {
    setText(next);
    store(key, next);
  }

  return { text, change };
}

export function store(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Some browsers allow no storage at all; then the draft lasts as long as the page.
  }
}

function stored(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) || undefined;
  } catch {
    return undefined;
  }
}
