import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readCredentials } from './api/credentials.ts';
import { sendDraft } from './api/drafts.ts';
import { beforeSessionEnd } from './api/session-end.ts';
import { beforeSignOut } from './before-sign-out.ts';
import type { DraftWorld } from './draft-keeper.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { createDraftSender } from './draft-sender.ts';
import type { ServerDraft } from './drafts.ts';
import { draftKey, newerDraft, readDraft } from './drafts.ts';

interface UseDraftOptions<Values> {
  ownerId: string;
  /** What is being written, by the name the server keeps it under. */
  kind: string;
  /** The server's copy; undefined when the server could not be asked. */
  stored: ServerDraft<unknown> | null | undefined;
  /** What stands there without a draft, and changes while nothing is typed; a draft that says the same is not kept. */
  initial: Values;
  parse: (values: unknown) => Values | null;
  /** True for values that are not worth keeping, besides the initial ones. */
  isBlank?: ((values: Values) => boolean) | undefined;
}

export interface DraftKept {
  savedAtMs: number | null;
  /** This browser keeps nothing: its storage is full or refused. */
  isFailing: boolean;
  /** The server does not have it yet. */
  isOnlyHere: boolean;
}

/** This browser, for as long as the session lasts in which the screen was opened. */
function startWorld(): DraftWorld {
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
 * Values that survive a reload, a crash and a sign-out, and go on to the person's other devices: kept while typing,
 * and at once when the page is hidden or the session ends. Options but `initial` count as they were in the first call.
 */
export function useDraft<Values extends Record<keyof Values, string>>(options: UseDraftOptions<Values>) {
  const { initial } = options;
  const [found] = useState(() => findDraft(options));
  const [values, setValues] = useState(found?.values ?? initial);
  const [kept, setKept] = useState<DraftKept>({
    savedAtMs: found?.savedAtMs ?? null,
    isFailing: false,
    isOnlyHere: false,
  });
  const unchanged = useRef(initial);
  const draft = useKeeping(options, found, unchanged, setKept);

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

  /** Forgets the draft; the values go back to where they began. */
  const clear = useCallback(() => {
    draft.clear();
    show(initial);
  }, [draft, show, initial]);

  /** Forgets the draft of what was saved for good, unless more was typed meanwhile. */
  const forget = useCallback(
    (saved: Values) => {
      if (isSame(latest.current, saved)) draft.clear();
    },
    [draft],
  );

  return { values, change, clear, forget, kept, isRestored: found !== null };
}

function findDraft<Values>({ ownerId, kind, stored, initial, parse }: UseDraftOptions<Values>) {
  const local = readDraft(window.localStorage, draftKey(ownerId, kind), parse);
  const values = stored && parse(stored.values);
  const found = newerDraft(local, stored && (values ? { values, updatedAt: stored.updatedAt } : null));
  return found && isSame(found.values, initial) ? null : found;
}

function isSame(values: unknown, others: unknown): boolean {
  return JSON.stringify(values) === JSON.stringify(others);
}

/** The draft's keeper in this browser, with its way to the server, for as long as the screen is open. */
function useKeeping<Values extends Record<keyof Values, string>>(
  { ownerId, kind, isBlank }: UseDraftOptions<Values>,
  restored: ReturnType<typeof findDraft<Values>>,
  unchanged: RefObject<Values>,
  setKept: (update: (before: DraftKept) => DraftKept) => void,
) {
  const queries = useQueryClient();
  const [{ keeper, sender }] = useState(() => {
    const world = startWorld();
    const sender = createDraftSender<Values>(world, {
      send: (values, options) => sendDraft(queries, kind, values, options),
      onSent: (values, version) => {
        keeper.confirm(values, version);
        setKept((before) => ({ ...before, isOnlyHere: false }));
      },
      onFailed: () => setKept((before) => ({ ...before, isOnlyHere: true })),
    });
    const keeper = createDraftKeeper<Values>(world, {
      key: draftKey(ownerId, kind),
      restored,
      isBlank: (values) => isSame(values, unchanged.current) || isBlank?.(values) === true,
      onKept: (savedAtMs) => setKept((before) => ({ ...before, savedAtMs, isFailing: false })),
      onFailed: () => setKept((before) => ({ ...before, isFailing: true })),
      onChanged: sender.offer,
    });
    return { keeper, sender };
  });

  useEffect(() => {
    keeper.settle();
    if (restored && !restored.isSent) sender.offer(restored.values);
    return keepAtTheEnd(
      () => keeper.flush(),
      () => sender.flush(),
    );
  }, [keeper, sender, restored]);
  return keeper;
}

/** Keeps and sends when the page is hidden, the session ends or the screen closes, and again when back online. */
function keepAtTheEnd(store: () => boolean, send: () => Promise<void>): () => void {
  const keep = () => {
    const isKept = store();
    void send();
    return isKept;
  };
  const keepWhenHidden = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  const stopKeeping = beforeSessionEnd(keep);
  const stopSending = beforeSignOut(send);
  document.addEventListener('visibilitychange', keepWhenHidden);
  window.addEventListener('pagehide', keep);
  window.addEventListener('online', keep);
  return () => {
    stopKeeping();
    document.removeEventListener('visibilitychange', keepWhenHidden);
    window.removeEventListener('pagehide', keep);
    window.removeEventListener('online', keep);
    keep();
    // A sign-out waits for what is still on its way.
    void send().finally(stopSending);
  };
}
