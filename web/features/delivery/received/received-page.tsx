import { useCallback, useEffect, useState } from 'react';
import { ClosedCover } from './closed-cover.tsx';
import { CodeForm } from './code-form.tsx';
import { OpenedMemories } from './opened-memories.tsx';
import { CoverFailure, CoverSkeleton, TakenBack, UnknownLink } from './received-notices.tsx';
import { openReceived, readCover } from './received-requests.ts';
import type { ReceivedState } from './received-state.ts';
import { afterCover, afterFailedCover, afterRefusal } from './received-state.ts';

/** The recipient's page: a closed letter and a button that opens it, then only the memories themselves. */
export function ReceivedPage({ token }: { token: string }) {
  const { state, isOpening, retry, open } = useReceived(token);
  switch (state.step) {
    case 'loading':
      return <CoverSkeleton />;
    case 'unknown':
      return <UnknownLink />;
    case 'taken-back':
      return <TakenBack ownerFirstName={state.cover.ownerFirstName} />;
    case 'unreachable':
      return <CoverFailure onRetry={retry} />;
    case 'closed':
      return <ClosedCover {...state} isOpening={isOpening} onOpen={() => void open()} />;
    case 'code':
      return (
        <CodeForm
          {...state}
          isOpening={isOpening}
          onOpen={(code) => void open(code)}
          onSendAnother={() => void open()}
        />
      );
    case 'opened':
      return <OpenedMemories ownerFirstName={state.cover.ownerFirstName} received={state.received} />;
  }
}

function useReceived(token: string) {
  const [state, setState] = useState<ReceivedState>({ step: 'loading' });
  const [isOpening, setOpening] = useState(false);

  const load = useCallback(
    async (signal: AbortSignal) => {
      const next = await readCover(token, signal).then(afterCover, afterFailedCover);
      if (!signal.aborted) setState(next);
    },
    [token],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, [load]);

  function retry() {
    setState({ step: 'loading' });
    void load(new AbortController().signal);
  }

  async function open(code?: string) {
    if (!('cover' in state)) return;
    setOpening(true);
    try {
      const received = await openReceived(token, code);
      setState({ step: 'opened', cover: state.cover, received });
    } catch (error) {
      setState(afterRefusal(state, error));
    } finally {
      setOpening(false);
    }
  }

  return { state, isOpening, retry, open };
}
