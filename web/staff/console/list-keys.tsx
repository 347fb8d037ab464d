import { useLayoutEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';

/** An additional key: what it does with the focused record, or with the one that is shown. */
export interface ListKey {
  key: string;
  label: string;
  act: (id: string) => void;
}

interface ListKeysOptions {
  /** In the order of the list. Each row's control carries its id as `data-row`. */
  ids: readonly string[];
  /** The record that is shown beside the list: keys apply to it while no row has the focus. */
  shown?: string | undefined;
  onOpen: (id: string) => void;
  openLabel?: string;
  /** In addition to j, k, o and Enter. Enter belongs to the row, which is a button. */
  keys?: readonly ListKey[];
  /** True while a dialog is open. */
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

/** A checkbox takes no letters. */
const written = 'input:not([type="checkbox"]), textarea, select';

/** Single-key shortcuts. Off while somebody is typing, and never with Ctrl, Alt or Meta. */
export function useKeys(acts: Readonly<Record<string, () => void>>, isOff = false): void {
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.closest(written);
      const act = acts[event.key];
      if (!act || isOff || isWriting || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [acts, isOff]);
}

/** Rarely used keys, and keys shown elsewhere: left out of the row below the list. */
const rarer: readonly string[] = ['Enter', 'X', 'B', '/', '?'];

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
  // Two keys may do the same thing.
  const usual = all.filter(
    ([key, what], index) => !rarer.includes(key) && all.findIndex(([, other]) => other === what) === index,
  );
  return (
    <>
      <ul
        aria-label="Keys of this list"
        className="mt-4 flex flex-wrap items-center gap-x-6.5 gap-y-2 text-small text-ink-soft max-lg:hidden"
      >
        {usual.map(([key, what]) => (
          <li key={key} className="flex items-center gap-2">
            <Key>{key}</Key>
            {what}
          </li>
        ))}
        <li>
          <button
            type="button"
            className="inline-flex min-h-11 items-center gap-2 hover:text-ink"
            onClick={() => setHelpOpen(true)}
          >
            <Key>?</Key>
            all keys
          </button>
        </li>
      </ul>
      <Dialog size="small" title="Keys" isOpen={isHelpOpen} onOpenChange={setHelpOpen}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {all.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <Key>{key}</Key>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-7 rounded-small border border-b-2 border-line-strong bg-card px-2 text-center font-sans text-small text-ink">
      {children}
    </kbd>
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

/** The record whose row, checkbox or open part has the focus. */
function focusedRow(): string | undefined {
  const row = document.activeElement?.closest('li:has([data-row])');
  return row?.querySelector<HTMLElement>('[data-row]')?.dataset['row'];
}
