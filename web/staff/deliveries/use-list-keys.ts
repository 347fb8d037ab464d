import { useEffect } from 'react';

export const listKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['O or Enter', 'open or close'],
  ['R', 'try again'],
  ['?', 'all keys'],
] as const;

interface ListKeys {
  onMove: (step: 1 | -1) => void;
  onOpen: () => void;
  onRetry: () => void;
  onHelp: () => void;
  /** While a dialog is open. */
  isOff: boolean;
}

/** Single keys of a list; not while somebody writes, and never with Ctrl, Alt or Meta. */
export function useListKeys({ onMove, onOpen, onRetry, onHelp, isOff }: ListKeys): void {
  useEffect(() => {
    const acts: Record<string, () => void> = {
      j: () => onMove(1),
      k: () => onMove(-1),
      o: onOpen,
      r: onRetry,
      '?': onHelp,
    };
    const handle = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select');
      const act = acts[event.key];
      if (!act || isOff || isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [onMove, onOpen, onRetry, onHelp, isOff]);
}
