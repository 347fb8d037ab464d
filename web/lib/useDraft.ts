import { useCallback, useEffect, useRef, useState } from 'react';
import { beforeSessionEnd } from './api/session-end.ts';
import { createDraftKeeper, readDraft } from './drafts.ts';

interface UseDraftOptions<Values> {
  key: string;
  /** What stands there without a draft; a draft that says the same is not kept. */
  initial: Values;
  parse: (values: unknown) => Values | null;
}

export type DraftKept = { savedAtMs: number | null; isFailing: boolean };

const world = {
  get storage() {
    return window.localStorage;
  },
  nowMs: () => Date.now(),
  startTimer: (run: () => void, delayMs: number) => window.setTimeout(run, delayMs),
  stopTimer: (timer: unknown) => window.clearTimeout(typeof timer === 'number' ? timer : undefined),
};

/**
 * Values that survive a reload, a crash and a sign-out on this device: stored while typing, and at once when the page
 * is hidden or the session ends. Key and initial values are those of the first call.
 */
export function useDraft<Values extends object>({ key, initial, parse }: UseDraftOptions<Values>) {
  const [found] = useState(() => readDraft(world.storage, key, parse));
  const [values, setValues] = useState(found?.values ?? initial);
  const [kept, setKept] = useState<DraftKept>({ savedAtMs: found?.savedAtMs ?? null, isFailing: false });
  const [keeper] = useState(() => {
    const blank = JSON.stringify(initial);
    return createDraftKeeper<Values>(world, {
      key,
      restored: found?.values,
      isBlank: (candidate) => JSON.stringify(candidate) === blank,
      onKept: (savedAtMs) => setKept({ savedAtMs, isFailing: false }),
      onFailed: () => setKept((before) => ({ ...before, isFailing: true })),
    });
  });

  useEffect(() => {
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
    };
    const stopKeeping = beforeSessionEnd(() => keeper.flush());
    document.addEventListener('visibilitychange', keepWhenHidden);
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      stopKeeping();
      document.removeEventListener('visibilitychange', keepWhenHidden);
      window.removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);

  const latest = useRef(values);
  const show = useCallback((next: Values) => {
    latest.current = next;
    setValues(next);
  }, []);

  const change = useCallback(
    (changes: Partial<Values>) => {
      show({ ...latest.current, ...changes });
      keeper.change(latest.current);
    },
    [keeper, show],
  );

  /** Forgets the draft; the values go back to where they began. */
  const clear = useCallback(() => {
    keeper.clear();
    show(initial);
  }, [keeper, show, initial]);

  return { values, change, clear, kept, isRestored: found !== null };
}
