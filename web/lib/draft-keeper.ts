import type { LocalDraft } from './drafts.ts';

export interface DraftWorld {
  storage: Pick<Storage, 'setItem' | 'removeItem'>;
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
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

/** Stores what is being written under one key: a moment after a change, or at once when asked. */
export function createDraftKeeper<Values>(world: DraftWorld, options: DraftKeeperOptions<Values>) {
  const { key, restored, isBlank, onKept, onFailed, onChanged } = options;
  let latest = restored?.values;
  let base = restored?.base ?? null;
  let isSent = restored?.isSent ?? false;
  let savedAtMs = restored?.savedAtMs ?? 0;
  let isStored = true;
  let timer: unknown;

  function stop() {
    world.stopTimer(timer);
    timer = undefined;
  }

  function store(values: Values) {
    try {
      if (isBlank(values)) world.storage.removeItem(key);
      else world.storage.setItem(key, JSON.stringify({ values, savedAtMs, base, isSent }));
      isStored = true;
      onKept(isBlank(values) ? null : savedAtMs);
    } catch {
      onFailed();
    }
  }

  /** What was found is what this browser keeps from now on: an older copy must not come back when this one is done. */
  function settle(): void {
    if (latest !== undefined) store(latest);
    else world.storage.removeItem(key);
  }

  function change(values: Values): void {
    latest = values;
    isStored = false;
    isSent = false;
    timer ??= world.startTimer(flush, draftDelayMs);
  }

  /** Stores what is not stored yet. True when there is something to keep and it is kept. */
  function flush(): boolean {
    stop();
    if (latest === undefined) return false;
    if (!isStored) {
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

  /** It was saved for good, or is not wanted: forgets it here and on the server. */
  function clear(): void {
    stop();
    latest = undefined;
    isStored = true;
    world.storage.removeItem(key);
    onKept(null);
    onChanged(null);
  }

  return { settle, change, flush, confirm, clear };
}
