import { Suspense, useCallback, useEffect, useState } from 'react';
import { formatDate } from '../../../../shared/dates.ts';
import type { ReceivedCover, ReceivedMemories } from '../../../../shared/delivery/received.ts';
import { deviceTimeZone, isMotionReduced } from '../../../lib/device.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { ClosedCover } from './closed-cover.tsx';
import { CoverFailure, CoverSkeleton } from './received-notices.tsx';
import type { ReceivedState } from './received-state.ts';
import {
  afterCover,
  afterFailedCover,
  afterRefusal,
  isOpenHere,
  openReceived,
  readCover,
} from './received-state.ts';

const CodeCover = lazyComponent(async () => (await import('./cover-page.tsx')).CodeCover);
const TakenBack = lazyComponent(async () => (await import('./closed-link.tsx')).TakenBack);
const UnknownLink = lazyComponent(async () => (await import('./closed-link.tsx')).UnknownLink);
const CodeForm = lazyComponent(async () => (await import('./code-form.tsx')).CodeForm);

const loadOpened = () => import('./opened-memories.tsx');
const OpenedMemories = lazyComponent(async () => (await loadOpened()).OpenedMemories);

/** The recipient's page: what waits, closed, and a button that opens it; then only the memories themselves. */
export function ReceivedPage({ token }: { token: string }) {
  return (
    <Suspense fallback={<CoverSkeleton />}>
      <Step {...useReceived(token)} />
    </Suspense>
  );
}

function Step({ state, isOpening, retry, open, settle }: ReturnType<typeof useReceived>) {
  switch (state.step) {
    case 'loading':
      return <CoverSkeleton />;
    case 'unknown':
      return <UnknownLink />;
    case 'taken-back':
      return <TakenBack ownerFirstName={state.cover.ownerFirstName} />;
    case 'unreachable':
      return <CoverFailure onRetry={retry} />;
    case 'code':
      return (
        <CodeForm
          {...state}
          isOpening={isOpening}
          onOpen={(code) => void open(code)}
          onSendAnother={() => void open()}
        />
      );
    case 'closed':
    case 'opened':
      if (state.cover.codeNeeded && state.step === 'closed')
        return <CodeCover {...state} isOpening={isOpening} onSendCode={() => void open()} />;
      return <Opening state={state} isOpening={isOpening} onOpen={() => void open()} onGone={settle} />;
  }
}

interface OpeningProps {
  state: Extract<ReceivedState, { step: 'closed' | 'opened' }>;
  isOpening: boolean;
  onOpen: () => void;
  onGone: () => void;
}

/** The cover, what was in it, and for a moment both. */
function Opening({ state, ...props }: OpeningProps) {
  const { cover } = state;
  const timeZone = deviceTimeZone();
  const today = { label: 'today', day: formatDate(new Date(), timeZone) };
  const received = state.step === 'opened' ? state.received : undefined;
  const isFirst = state.step === 'opened' && state.isFirst;
  return (
    <>
      {(!received || isFirst) && (
        <ClosedCover
          {...props}
          cover={cover}
          today={today}
          timeZone={timeZone}
          failure={state.step === 'closed' ? state.failure : undefined}
          received={received}
        />
      )}
      {received && (
        <Suspense fallback={isFirst ? null : <CoverSkeleton />}>
          <OpenedMemories
            ownerFirstName={cover.ownerFirstName}
            recipientFirstName={cover.recipientFirstName}
            received={received}
            isArriving={isFirst}
          />
        </Suspense>
      )}
    </>
  );
}

function useReceived(token: string) {
  const [state, setState] = useState<ReceivedState>({ step: 'loading' });
  const [isOpening, setOpening] = useState(false);

  const load = useCallback(
    async (signal: AbortSignal) => {
      const next = await readCover(token, signal).then(
        (cover) => (isOpenHere(cover) ? openAgain(token, cover) : afterCover(cover)),
        afterFailedCover,
      );
      if (!signal.aborted) setState(next);
    },
    [token],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    loadOpened().catch(() => undefined);
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
      const received = await openWith(token, code);
      const isFirst = state.step === 'closed' && !isMotionReduced();
      setState({ step: 'opened', cover: state.cover, received, isFirst });
    } catch (error) {
      setState(afterRefusal(state, error));
    } finally {
      setOpening(false);
    }
  }

  /** The cover is gone, and does not come back. */
  function settle() {
    setState((now) => (now.step === 'opened' ? { ...now, isFirst: false } : now));
  }

  return { state, isOpening, retry, open, settle };
}

/** Along with what shows it, so that nothing is opened that cannot be shown. */
async function openWith(token: string, code?: string): Promise<ReceivedMemories> {
  await loadOpened();
  return openReceived(token, code);
}

/** What this device has opened before, which tells nobody anything new. */
async function openAgain(token: string, cover: ReceivedCover): Promise<ReceivedState> {
  try {
    return { step: 'opened', cover, received: await openWith(token), isFirst: false };
  } catch (error) {
    return afterRefusal({ step: 'closed', cover }, error);
  }
}
