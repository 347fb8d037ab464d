import { type LocalDraft, readDraft } from './drafts.ts';

export interface DraftWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
  /** The session in which this is written has ended. */
  isOver: () => boolean;
}

/** While somebody types, what this browser keeps is at most this old. */
export const draftDelayMs = 800;

interface DraftKeeperOptions<Values> {
  key: string;
  /** What there is to go on with. */
  restored?: LocalDraft<Values> | null | undefined;
  /** True for values that are not worth keeping; then nothing is stored. */
  isBlank: (values: Values) => boolean;
  /** Hears when a draft was stored, and null when none is stored any more. */
  onKept: (savedAtMs: number | null) => void;
  /** Storage is full or refused. */
  onFailed: () => void;
  /** Takes what is to reach the server: values, or null when its copy is to be forgotten. */
  onChanged: (values: Values | null) => void;
}

/** What the browser holds under `key`, which several tabs may write. */
function createCopy(world: Pick<DraftWorld, 'storage'>, key: string) {
  let written: string | null = null;
  return {
    write(draft: LocalDraft<unknown>) {
      world.storage.setItem(key, JSON.stringify(draft));
      written = wordsOf(draft.values);
    },
    remove: () => world.storage.removeItem(key),
    /** Not what somebody has gone on with in another tab; false where that stands. The same words are no going on. */
    removeOwn(): boolean {
      const isHeld = world.storage.getItem(key) !== null;
      if (isHeld && readDraft(world.storage, key, wordsOf)?.values !== written) return false;
      world.storage.removeItem(key);
      return true;
    },
    isGone: () => written !== null && world.storage.getItem(key) === null,
  };
}

/** In any order of the fields: what comes back from the server has its own. */
function wordsOf(values: unknown): string {
  return JSON.stringify(Object.entries(values ?? {}).sort());
}

/** Stores what is being written under one key: a moment after a change, or at once when asked. */
export function createDraftKeeper<Values>(world: DraftWorld, options: DraftKeeperOptions<Values>) {
  const { key, restored, isBlank, onKept, onFailed, onChanged } = options;
  let latest = restored?.values;
  let { base, isSent, savedAtMs } = restored ?? { base: null, isSent: false, savedAtMs: 0 };
  let isStored = true;
  let isTyped = false;
  const copy = createCopy(world, key);
  let timer: unknown;

  function stop() {
    world.stopTimer(timer);
    timer = undefined;
  }

  function store(values: Values) {
    try {
      if (isBlank(values)) copy.remove();
      // After a sign-out only the server keeps what it has.
      else if (isSent && world.isOver()) copy.removeOwn();
      else copy.write({ values, savedAtMs, base, isSent });
      isStored = true;
      onKept(isBlank(values) ? null : savedAtMs);
    } catch {
      onFailed();
    }
  }

  /** What was found is what this browser keeps from now on: an older copy must not come back when this one is done. */
  function settle(): void {
    isTyped = false;
    if (latest !== undefined) store(latest);
    else copy.remove();
  }

  function change(values: Values): void {
    latest = values;
    isStored = false;
    isSent = false;
    isTyped = true;
    timer ??= world.startTimer(flush, draftDelayMs);
  }

  /** Stores what is not stored yet. True when there is something to keep and it is kept. */
  function flush(): boolean {
    stop();
    if (latest === undefined) return false;
    // Another tab was done with a draft of the same kind, and took with it what was typed here.
    const isLost = isTyped && !isBlank(latest) && !world.isOver() && copy.isGone();
    if (!isStored || isLost) {
      savedAtMs = world.nowMs();
      store(latest);
      onChanged(isBlank(latest) ? null : latest);
    }
    return (isStored || isSent) && !isBlank(latest);
  }

  /** The server has taken `values`; `version` is the time of its copy. */
  function confirm(values: Values | null, version: string | null): void {
    base = version;
    if (latest === undefined || values === null) return;
    isSent = values === latest;
    if (isStored && !isBlank(latest)) store(latest);
  }

  /** It was saved for good, or is not wanted: forgets it here and on the server, unless another tab has gone on. */
  function clear(): void {
    stop();
    latest = undefined;
    isStored = true;
    const isForgotten = copy.removeOwn();
    onKept(null);
    if (isForgotten) onChanged(null);
  }

  return { settle, change, flush, confirm, clear };
}
