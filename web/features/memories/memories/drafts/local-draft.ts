import { maxDraftVersions, noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import { canonicalText, type LocalDraft, readDraft } from './stored-draft.ts';

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

export type LocalDraftHandle<Values> = ReturnType<typeof createLocalDraft<Values>>;

/** Saves what somebody is writing in the browser: shortly after each change, or at once on request. */
export function createLocalDraft<Values>(environment: DraftEnvironment, options: LocalDraftOptions<Values>) {
  const { isBlank, onSaved, onChanged } = options;
  const stored = createStored(environment, options);
  const { state, copy, store } = stored;
  let timer: unknown;

  function stopTimer() {
    environment.stopTimer(timer);
    timer = undefined;
  }

  /** Replaces the stored copy by the restored draft, so that an older copy cannot come back later. */
  function replaceStored(): void {
    state.isTyped = false;
    if (state.latest !== undefined) store(state.latest);
    else copy.remove();
  }

  function change(values: Values): void {
    Object.assign(state, { latest: values, isStored: false, isSent: false, isTyped: true });
    timer ??= environment.startTimer(flush, saveDelayMs);
  }

  /** Saves what is not saved yet. True when there is text, and it is saved. */
  function flush(): boolean {
    stopTimer();
    const { latest, isTyped } = state;
    if (latest === undefined) return false;
    // Another tab has finished the same draft and deleted it, including what was typed here.
    const isLost = isTyped && !isBlank(latest) && !environment.isOver() && copy.isGone();
    if (!state.isStored || isLost) {
      state.savedAtMs = environment.nowMs();
      store(latest);
      onChanged(isBlank(latest) ? null : latest);
    }
    return (state.isStored || state.isSent) && !isBlank(latest);
  }

  /** Deletes the draft here and on the server, unless another tab has changed it. */
  function clear(): void {
    stopTimer();
    Object.assign(state, { latest: undefined, isStored: true });
    const isDeleted = copy.removeOwn();
    onSaved(null);
    if (isDeleted) onChanged(null);
  }

  return { replaceStored, change, flush, clear, ...createSending(stored) };
}

/** What the server is told, and what it responds. */
function createSending<Values>({ state, copy, restore }: ReturnType<typeof createStored<Values>>) {
  return {
    /** The versions of the draft that the server may hold. */
    versions: () => copy.versions.list().filter((version) => version !== noDraftVersion),
    /** Records that `version` is on its way to the server; returns the versions that it may replace. */
    beginSending(version: string): readonly string[] {
      const replaced = copy.versions.add(version);
      restore();
      return replaced;
    },
    /** Records that the server now holds `values`, as `version`; with null that it holds none. */
    markSent(values: Values | null, version: string | null): void {
      copy.versions.settle(version);
      if (values === null) return;
      state.isSent = values === state.latest;
      restore();
    },
    /** From now on this is a separate draft: what is stored under its previous name was written elsewhere. */
    moveTo(nextKey: string): void {
      copy.moveTo(nextKey);
      state.isSent = false;
      restore();
    },
  };
}

/** The values of a draft with its copy in the browser's storage. */
function createStored<Values>(environment: DraftEnvironment, options: LocalDraftOptions<Values>) {
  const { key, restored, isBlank, onSaved, onFailed } = options;
  const copy = createCopy(environment, key, restored?.basedOn ?? []);
  const state: State<Values> = {
    latest: restored?.values,
    savedAtMs: restored?.savedAtMs ?? 0,
    isSent: restored?.isSent ?? false,
    isStored: true,
    isTyped: false,
  };

  function store(values: Values) {
    const { savedAtMs, isSent } = state;
    try {
      if (isBlank(values)) copy.remove();
      // After a sign-out, what the server holds must not stay in this browser.
      else if (isSent && environment.isOver()) copy.removeOwn();
      else copy.write({ values, savedAtMs, basedOn: copy.versions.list(), isSent });
      state.isStored = true;
      onSaved(isBlank(values) ? null : savedAtMs);
    } catch {
      onFailed();
    }
  }

  /** Stores what belongs to the values, in the same place. */
  function restore() {
    const { latest, isStored } = state;
    if (latest !== undefined && isStored && !isBlank(latest)) store(latest);
  }

  return { state, copy, store, restore };
}

interface State<Values> {
  latest: Values | undefined;
  savedAtMs: number;
  isSent: boolean;
  isStored: boolean;
  isTyped: boolean;
}

/** The copy in the browser's storage, which other tabs may also write. */
function createCopy(
  { storage }: Pick<DraftEnvironment, 'storage'>,
  firstKey: string,
  basedOn: readonly string[],
) {
  let key = firstKey;
  let written: string | null = null;
  const versions = createVersions(basedOn);

  /** Removes the copy unless another tab has written other values; false in that case. */
  function removeOwn(): boolean {
    const exists = storage.getItem(key) !== null;
    if (exists && readDraft(storage, key, canonicalText)?.values !== written) return false;
    storage.removeItem(key);
    return true;
  }

  return {
    versions,
    removeOwn,
    write(draft: LocalDraft<unknown>) {
      storage.setItem(key, JSON.stringify(draft));
      written = canonicalText(draft.values);
    },
    remove: () => storage.removeItem(key),
    isGone: () => written !== null && storage.getItem(key) === null,
    moveTo(nextKey: string) {
      removeOwn();
      key = nextKey;
      written = null;
      versions.settle(null);
    },
  };
}

/** The versions of the draft that the server may hold: the one it is known to have, and those that are being sent. */
function createVersions(first: readonly string[]) {
  let known = first.length > 0 ? first : [noDraftVersion];
  return {
    list: () => known,
    settle(version: string | null) {
      known = [version ?? noDraftVersion];
    },
    /** Adds one before it is known whether it arrives; returns the versions that it may replace. */
    add(version: string): readonly string[] {
      const replaced = known;
      const since = known.slice(known.length < maxDraftVersions ? 1 : 2);
      known = [...known.slice(0, 1), ...since, version];
      return replaced;
    },
  };
}
