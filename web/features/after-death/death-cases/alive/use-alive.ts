import { useCallback, useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts';
import { read, write } from '../../../../lib/api/request.ts';
import type { Settled } from './alive-answer.tsx';
import type { Unanswered } from './alive-question.tsx';

export type AliveState =
  | { step: 'loading' | 'unknown' | 'unreachable' }
  | { step: 'answered'; answer: AliveAnswer };

type AliveAnswer = Unanswered | Settled;

/** What the link is about, and the press that answers it. Looking changes nothing, since mail programs open links to scan them. */
export function useAlive(token: string) {
  const [state, setState] = useState<AliveState>({ step: 'loading' });
  const [hasPressed, setHasPressed] = useState(false);
  const [isPressing, setPressing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const path = `/api/alive/${encodeURIComponent(token)}`;

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await read<AliveAnswer>(path, { signal }).then(toState, afterFailure);
      if (!signal?.aborted) setState(next);
    },
    [path],
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

  async function press() {
    setPressing(true);
    setRefusal(undefined);
    try {
      setState(toState(await write<AliveAnswer>('POST', path, undefined, { anonymous: true })));
      setHasPressed(true);
    } catch (error) {
      setRefusal(messageOf(error, 'That did not work. Please check your connection and try again.'));
    } finally {
      setPressing(false);
    }
  }

  return { state, isPressing, hasPressed, refusal, press, retry };
}

function toState(answer: AliveAnswer): AliveState {
  return { step: 'answered', answer };
}

function afterFailure(error: unknown): AliveState {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { step: isUnknown ? 'unknown' : 'unreachable' };
}
