import { useState } from 'react';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { saveDrafts } from '../../../../lib/api/session-end.ts';
import { isSameWritten, type MemoryValues, valuesOf } from './memory-values.ts';

/** A draft that equals what is saved does not count as one, whichever version it was based on. */
export function basedOn(initial: MemoryValues, draft: MemoryValues | null): MemoryValues | null {
  if (draft === null) return null;
  // Older drafts have no version.
  const isCurrent = draft.version === '' || isSameWritten(draft, initial);
  return isCurrent ? { ...draft, version: initial.version } : draft;
}

/** What was written here, kept among the unfinished letters, and a function that removes it from there. */
interface SetAside {
  values: MemoryValues;
  current: Memory;
  forget: () => Promise<void>;
}

interface OpenDraft {
  values: MemoryValues;
  isRestored: boolean;
  change: (values: MemoryValues) => void;
}

/** Fields that belong together. */
const fields: readonly (readonly (keyof MemoryValues)[])[] = [
  ['title'],
  ['personalMessage'],
  ['content'],
  ['recipient', 'recipientId', 'firstName', 'lastName', 'relationship', 'email'],
];

/** What was written, with the saved values for everything that nobody changed here. */
export function overUntouched(
  written: MemoryValues,
  saved: MemoryValues,
  read: MemoryValues | null,
): MemoryValues {
  const untouched = fields.filter((names) => read && names.every((name) => written[name] === read[name]));
  return { ...written, ...Object.fromEntries(untouched.flat().map((name) => [name, saved[name]])) };
}

/** The memory as it is in the account, while it is shown beside what was written here on top of an earlier version. */
export function useStale(existing: Memory | null, { values, isRestored, change }: OpenDraft) {
  const [read] = useState(existing);
  const [current, setCurrent] = useState(() =>
    existing && isRestored && Number(values.version) < existing.version ? existing : null,
  );
  const [setAside, setSetAside] = useState<SetAside | null>(null);

  const readAs = read && values.version === String(read.version) ? valuesOf(read) : null;

  function show(next: Memory): void {
    // Another tab with the same draft has deleted it when it saved there.
    saveDrafts();
    setCurrent(next);
  }

  return {
    current,
    /** What was read before anything was written here; null if an earlier draft was continued. */
    read: readAs,
    /** What was written here, while it can be restored. */
    setAside,
    /** Called after a refusal: `sendAgain` if nothing was written elsewhere, but only another file was chosen or the journal added. */
    meet(next: Memory, sendAgain: () => void): void {
      if (readAs && isSameWritten(readAs, valuesOf(next))) sendAgain();
      else show(next);
    },
    hide: () => setCurrent(null),
    /** Keeps the memory as it is in the account; `discard` removes the draft. */
    keepSaved(discard: () => void, forget: () => Promise<void>): void {
      if (current) setSetAside({ values, current, forget });
      setCurrent(null);
      discard();
    },
    takeUpAgain(): void {
      if (!setAside) return;
      setAside.forget().catch(() => undefined);
      change(setAside.values);
      setCurrent(setAside.current);
      setSetAside(null);
    },
  };
}
