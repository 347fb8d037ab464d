import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { readCredentials } from '../../../../lib/api/credentials.ts';
import { beforeSessionEnd } from '../../../../lib/api/session-end.ts';
import { createSender } from './draft-sender.ts';
import {
  afterFailing,
  afterNotStoring,
  afterQueuing,
  afterSending,
  afterStoring,
  type DraftStatus,
} from './draft-status.ts';
import { createDraftSync, type DraftSync } from './draft-sync.ts';
import { createLocalDraft, type DraftEnvironment, type LocalDraftHandle } from './local-draft.ts';
import type { Sheet } from './sheet.ts';
import { draftKey, newerDraft, readDraft, type ServerDraft } from './stored-draft.ts';
import { addOpenDraft } from './unsent-drafts.ts';

interface UseDraftOptions<Values> {
  sheet: Sheet;
  /** The values without a draft. They may change while nothing is typed; a draft that equals them is not stored. */
  initial: Values;
  parse: (values: unknown) => Values | null;
  /** Values that are not worth storing, besides the initial ones. */
  isBlank?: ((values: Values) => boolean) | undefined;
}

function browserEnvironment(): DraftEnvironment {
  const { token } = readCredentials();
  return {
    get storage() {
      return window.localStorage;
    },
    nowMs: () => Date.now(),
    startTimer: (run, delayMs) => window.setTimeout(run, delayMs),
    stopTimer: (timer) => window.clearTimeout(typeof timer === 'number' ? timer : undefined),
    isOver: () => readCredentials().token !== token,
  };
}

/**
 * Values that survive a reload, a crash and a sign-out, and reach the person's other devices. They are saved while
 * typing, and at once when the page is hidden or the session ends. Only `initial` may change after the first call.
 */
export function useDraft<Values extends Record<keyof Values, string>>(options: UseDraftOptions<Values>) {
  const { initial } = options;
  const [found] = useState(() => findDraft(options));
  const [values, setValues] = useState(found?.values ?? initial);
  const [status, setStatus] = useState<DraftStatus>({
    savedAtMs: found?.savedAtMs ?? null,
    isFailing: false,
    isOnlyHere: found !== null && !found.isSent,
    refusal: null,
  });
  const unchanged = useRef(initial);
  const [refusedFor, setRefusedFor] = useState<ServerDraft<unknown> | null>(null);
  const draft = useSyncedDraft(options, found, unchanged, { setStatus, setRefusedFor });

  const latest = useRef(values);
  const show = useCallback((next: Values) => {
    latest.current = next;
    setValues(next);
  }, []);

  useEffect(() => {
    const before = unchanged.current;
    unchanged.current = initial;
    if (!isSame(before, initial) && isSame(latest.current, before)) show(initial);
  }, [initial, show]);

  const change = useCallback(
    (changes: Partial<Values>) => {
      show({ ...latest.current, ...changes });
      draft.change(latest.current);
    },
    [draft, show],
  );

  /** Deletes the draft and returns to the initial values. */
  const clear = useCallback(() => {
    draft.clear();
    show(initial);
  }, [draft, show, initial]);

  /** Deletes the draft of values that were finally saved, unless more was typed meanwhile. */
  const clearSaved = useCallback(
    (saved: Values) => {
      if (isSame(latest.current, saved)) draft.clear();
    },
    [draft],
  );

  return {
    values,
    change,
    clear,
    clearSaved,
    status,
    isRestored: found !== null,
    /** What is stored under the name that this draft had before another sheet wrote there. */
    refusedFor,
    /** The versions of this draft that the server may hold. */
    versions: draft.versions,
  };
}

function findDraft<Values>({ sheet, initial, parse }: UseDraftOptions<Values>) {
  const { ownerId, stored } = sheet;
  const local = readDraft(window.localStorage, draftKey(ownerId, sheet), parse);
  const values = stored && parse(stored.values);
  const found = newerDraft(local, stored && (values ? { ...stored, values } : null));
  return found && isSame(found.values, initial) ? null : found;
}

function isSame(values: unknown, others: unknown): boolean {
  return JSON.stringify(values) === JSON.stringify(others);
}

interface DraftNews {
  setStatus: (update: (before: DraftStatus) => DraftStatus) => void;
  setRefusedFor: (current: ServerDraft<unknown>) => void;
}

/** The local draft together with its sync, for as long as the screen is open. */
function useSyncedDraft<Values extends Record<keyof Values, string>>(
  { sheet, isBlank }: UseDraftOptions<Values>,
  restored: ReturnType<typeof findDraft<Values>>,
  unchanged: RefObject<Values>,
  { setStatus, setRefusedFor }: DraftNews,
) {
  const queries = useQueryClient();
  const [{ draft, sync }] = useState(() => {
    const environment = browserEnvironment();
    const draft = createLocalDraft<Values>(environment, {
      key: draftKey(sheet.ownerId, sheet),
      restored,
      isBlank: (values) => isSame(values, unchanged.current) || isBlank?.(values) === true,
      onSaved: (savedAtMs) => setStatus((before) => afterStoring(before, savedAtMs)),
      onFailed: () => setStatus(afterNotStoring),
      onChanged: (values) => {
        if (values !== null) setStatus(afterQueuing);
        sync.queue(values);
      },
    });
    const sync = createDraftSync<Values>(environment, {
      send: createSender(queries, sheet, draft, setRefusedFor),
      onSent: (values, version) => {
        draft.markSent(values, version);
        setStatus(afterSending);
      },
      onFailed: (refusal) => setStatus((before) => afterFailing(before, refusal)),
    });
    return { draft, sync };
  });

  useEffect(() => {
    draft.replaceStored();
    if (restored && !restored.isSent) sync.queue(restored.values);
    return saveOnLeave(draft, sync);
  }, [draft, sync, restored]);
  return draft;
}

/** Saves and sends when the page is hidden, the session ends or the screen closes, and again when back online. */
function saveOnLeave<Values>(
  draft: Pick<LocalDraftHandle<Values>, 'flush'>,
  sync: Pick<DraftSync<Values>, 'flush' | 'finish'>,
): () => void {
  const save = () => {
    const isSaved = draft.flush();
    void sync.flush();
    return isSaved;
  };
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') save();
  };
  const stopSaving = beforeSessionEnd(save);
  const stopSending = addOpenDraft(() => sync.flush());
  document.addEventListener('visibilitychange', saveWhenHidden);
  window.addEventListener('pagehide', save);
  window.addEventListener('online', save);
  return () => {
    stopSaving();
    document.removeEventListener('visibilitychange', saveWhenHidden);
    window.removeEventListener('pagehide', save);
    window.removeEventListener('online', save);
    draft.flush();
    // A sign-out waits for this last request.
    void sync.finish().finally(stopSending);
  };
}
