/** What a person is writing, kept in this browser until it is saved for good. Text only. */
export interface Draft<Values> {
  values: Values;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

export interface DraftWorld {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  nowMs: () => number;
  startTimer: (run: () => void, delayMs: number) => unknown;
  stopTimer: (timer: unknown) => void;
}

/** While somebody types, a draft is at most this old. */
export const draftDelayMs = 800;

/** The draft under `key`; null when there is none, or none that `parse` understands. */
export function readDraft<Values>(
  storage: Pick<Storage, 'getItem'>,
  key: string,
  parse: (values: unknown) => Values | null,
): Draft<Values> | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { values, savedAtMs } = { values: null, savedAtMs: null, ...stored };
    const parsed = parse(values);
    return parsed && typeof savedAtMs === 'number' ? { values: parsed, savedAtMs } : null;
  } catch {
    return null;
  }
}

interface DraftKeeperOptions<Values> {
  key: string;
  /** What is stored under the key already. */
  restored?: Values | undefined;
  /** True for values that are not worth keeping; then nothing is stored. */
  isBlank: (values: Values) => boolean;
  /** Hears when a draft was stored, and null when none is stored any more. */
  onKept: (savedAtMs: number | null) => void;
  /** Storage is full or refused. */
  onFailed: () => void;
}

export type DraftKeeper<Values> = ReturnType<typeof createDraftKeeper<Values>>;

/** Stores what is being written under one key: a moment after the last change, or at once when asked. */
export function createDraftKeeper<Values>(world: DraftWorld, options: DraftKeeperOptions<Values>) {
  const { key, isBlank, onKept, onFailed } = options;
  let latest = options.restored;
  let isStored = true;
  let timer: unknown;

  function store(values: Values) {
    const savedAtMs = world.nowMs();
    try {
      if (isBlank(values)) world.storage.removeItem(key);
      else world.storage.setItem(key, JSON.stringify({ values, savedAtMs }));
      isStored = true;
      onKept(isBlank(values) ? null : savedAtMs);
    } catch {
      onFailed();
    }
  }

  function change(values: Values): void {
    latest = values;
    isStored = false;
    world.stopTimer(timer);
    timer = world.startTimer(flush, draftDelayMs);
  }

  /** Stores what is not stored yet. True when there is something to keep and it is kept. */
  function flush(): boolean {
    world.stopTimer(timer);
    if (latest === undefined) return false;
    if (!isStored) store(latest);
    return isStored && !isBlank(latest);
  }

  /** It was saved for good, or is not wanted: forgets it here too. */
  function clear(): void {
    world.stopTimer(timer);
    latest = undefined;
    world.storage.removeItem(key);
    onKept(null);
  }

  return { change, flush, clear };
}
