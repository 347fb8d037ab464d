import { useLayoutEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** An additional key: what it does with the focused record, or the one that is shown. */
export interface ListKey {
  key: string;
  label: string;
  act: (id: string) => void;
}

interface ListKeysOptions {
  /** In the order of the list. Each row's control carries its id as `data-row`. */
  ids: readonly string[];
  /** The record that is shown beside the list: keys are about it while no row has the focus. */
  shown?: string | undefined;
  onOpen: (id: string) => void;
  openLabel?: string;
  /** Besides j, k, o and Enter. Enter is the row's own, as a button. */
  keys?: readonly ListKey[];
  /** While a dialog is open. */
  isOff: boolean;
}

/** Single-key shortcuts of a list. Returns what `ListKeysHelp` needs to name them. */
export function useListKeys({ ids, shown, onOpen, openLabel, keys = [], isOff }: ListKeysOptions) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const move = (step: 1 | -1) => {
    const index = Math.min(Math.max(ids.indexOf(focusedRow() ?? shown ?? '') + step, 0), ids.length - 1);
    document.querySelector<HTMLElement>(`[data-row="${ids[index]}"]`)?.focus();
  };
  const onRow = (act: (id: string) => void) => () => {
    const id = focusedRow() ?? shown;
    if (id) act(id);
  };
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      o: onRow(onOpen),
      '?': () => setHelpOpen(true),
      ...Object.fromEntries(keys.map(({ key, act }) => [key, onRow(act)])),
    },
    isOff || isHelpOpen,
  );
  return { isHelpOpen, setHelpOpen, keys, openLabel };
}

/** Single-key shortcuts. Off while somebody is typing, and never with Ctrl, Alt or Meta. */
export function useKeys(acts: Readonly<Record<string, () => void>>, isOff = false): void {
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select');
      const act = acts[event.key];
      if (!act || isOff || isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [acts, isOff]);
}

export function ListKeysHelp({ isHelpOpen, setHelpOpen, keys, openLabel }: ReturnType<typeof useListKeys>) {
  const all = [
    ['J', 'next'],
    ['K', 'previous'],
    ...(openLabel
      ? ([
          ['Enter', 'decide'],
          ['O', openLabel],
        ] as const)
      : ([['O or Enter', 'open or close']] as const)),
    ...keys.map(({ key, label }) => [key.toUpperCase(), label] as const),
    ['/', 'find a person'],
    ['?', 'all keys'],
  ] as const;
  return (
    <>
      <p className="mt-4 text-small max-lg:hidden">
        <Button variant="text" size="small" onPress={() => setHelpOpen(true)}>
          Keys of this list
        </Button>
      </p>
      <Dialog size="small" title="Keys" isOpen={isHelpOpen} onOpenChange={setHelpOpen}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {all.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded-small border border-line-strong px-2 font-sans text-small">{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

/** The key that does the same as a button. Hidden from screen readers, since the page lists its keys elsewhere. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-small border border-current px-1.5 font-sans text-small leading-snug font-normal max-lg:hidden"
    >
      {children}
    </span>
  );
}

function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
}
