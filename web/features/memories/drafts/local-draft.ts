import { type LocalDraft, readDraft } from './stored-draft.ts';

export interface DraftEnvironment {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
  /** Whether the session in which the draft was opened has ended. */
  isOver: () => boolean;
}

/** While somebody types, the stored copy is at most this old. */
export const saveDelayMs = 800;

interface LocalDraftOptions<Values> {
  key: string;
  /** The draft to continue with. */
  restored?: LocalDraft<Values> | null | undefined;
  /** Blank values are not stored. */
  isBlank: (values: Values) => boolean;
  /** Called after each save; with null once nothing is stored any more. */
  onSaved: (savedAtMs: number | null) => void;
  /** Storage is full or not allowed. */
  onFailed: () => void;
  /** Called with what the server should hold; with null when it should delete its copy. */
  onChanged: (values: Values | null) => void;
}

/** The copy in the browser's storage, which other tabs may write as well. */
function createStoredCopy({ storage }: Pick<DraftEnvironment, 'storage'>, key: string) {
  let written: string | null = null;
  return {
    write(draft: LocalDraft<unknown>) {
      storage.setItem(key, JSON.stringify(draft));
      written = canonicalText(draft.values);
    },
    remove: () => storage.removeItem(key),
    /** Removes the copy unless another tab has written other values; false in that case. */
    removeOwn(): boolean {
      const exists = storage.getItem(key) !== null;
      if (exists && readDraft(storage, key, canonicalText)?.values !== written) return false;
      storage.removeItem(key);
      return true;
    },
    isGone: () => written !== null && storage.getItem(key) === null,
  };
}

/** Does not depend on the order of the fields, which the server may change. */
function canonicalText(values: unknown): string {
  return JSON.stringify(Object.entries(values ?? {}).sort());
}

/** Saves in the browser what somebody is writing: shortly after each change, or at once when asked. */
export function createLocalDraft<Values>(environment: DraftEnvironment, options: LocalDraftOptions<Values>) {
  const { key, restored, isBlank, onSaved, onFailed, onChanged } = options;
  let latest = restored?.values;
  let { base, isSent, savedAtMs } = restored ?? { base: null, isSent: false, savedAtMs: 0 };
  let isStored = true;
  let isTyped = false;
  const copy = createStoredCopy(environment, key);
  let timer: unknown;

  function stopTimer() {
    environment.stopTimer(timer);
    timer = undefined;
  }

  function store(values: Values) {
    try {
      if (isBlank(values)) copy.remove();
      // After a sign-out, what the server holds must not stay in this browser.
      else if (isSent && environment.isOver()) copy.removeOwn();
      else copy.write({ values, savedAtMs, base, isSent });
      isStored = true;
      onSaved(isBlank(values) ? null : savedAtMs);
    } catch {
      onFailed();
    }
  }

  /** Replaces the stored copy by the restored draft, so that an older copy cannot come back later. */
  function replaceStored(): void {
    isTyped = false;
    if (latest !== undefined) store(latest);
    else copy.remove();
  }

  function change(values: Values): void {
    latest = values;
    isStored = false;
    isSent = false;
    isTyped = true;
    timer ??= environment.startTimer(flush, saveDelayMs);
  }

  /** Saves what is not saved yet. True when there is text, and it is saved. */
  function flush(): boolean {
    stopTimer();
    if (latest === undefined) return false;
    // Another tab has finished a draft of the same kind, and has deleted what was typed here with it.
    const isLost = isTyped && !isBlank(latest) && !environment.isOver() && copy.isGone();
    if (!isStored || isLost) {
      savedAtMs = environment.nowMs();
      store(latest);
      onChanged(isBlank(latest) ? null : latest);
    }
    return (isStored || isSent) && !isBlank(latest);
  }

  /** Records that the server now holds `values`, as `version`. */
  function markSent(values: Values | null, version: string | null): void {
    base = version;
    if (latest === undefined || values === null) return;
    isSent = values === latest;
    if (isStored && !isBlank(latest)) store(latest);
  }

  /** Deletes the draft here and on the server, unless another tab has changed it. */
  function clear(): void {
    stopTimer();
    latest = undefined;
    isStored = true;
    const isDeleted = copy.removeOwn();
    onSaved(null);
    if (isDeleted) onChanged(null);
  }

  return { replaceStored, change, flush, markSent, clear };
}
