import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from './api-error.ts';

export type LinkState<Page> = { step: 'loading' | 'unknown' | 'unreachable' } | { step: 'known'; page: Page };

/**
 * What the link of a message leads to. Looking changes nothing, since mail programs open links to scan them. `look` is a callback
 * that stays the same for the same link.
 */
export function useLinkPage<Page>(look: (signal?: AbortSignal) => Promise<Page>) {
  const [state, setState] = useState<LinkState<Page>>({ step: 'loading' });
  const show = useCallback((page: Page) => setState({ step: 'known', page }), []);
  const find = useCallback(
    (signal?: AbortSignal): Promise<LinkState<Page>> =>
      look(signal).then((page) => ({ step: 'known', page }), afterFailure),
    [look],
  );

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await find(signal);
      if (!signal?.aborted) setState(next);
    },
    [find],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  function retry() {
    setState({ step: 'loading' });
    void load();
  }

  return { state, setState, find, load, show, retry };
}

/** A link that was cut short (400) counts as unknown, like a 404. */
export function isUnknownLink(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function afterFailure(error: unknown): { step: 'unknown' | 'unreachable' } {
  return { step: isUnknownLink(error) ? 'unknown' : 'unreachable' };
}

/** One press at a time, and why the last one was refused. */
export function usePress() {
  const [isPressing, setPressing] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function press(run: () => Promise<void>) {
    setPressing(true);
    setRefusal(undefined);
    try {
      await run();
    } catch (error) {
      setRefusal(messageOf(error, 'That did not work. Please check your connection and try again.'));
    } finally {
      setPressing(false);
    }
  }

  return { isPressing, refusal, press };
}
