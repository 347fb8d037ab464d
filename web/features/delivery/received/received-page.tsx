import { Suspense, useCallback, useEffect, useState } from 'react';
import { formatDate } from '../../../../shared/dates.ts';
import type { CodeDestination, ReceivedCover } from '../../../../shared/delivery/received.ts';
import { deviceTimeZone, isMotionReduced } from '../../../lib/device.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { ClosedCover } from './closed-cover.tsx';
import { CoverFailure, CoverSkeleton } from './received-notices.tsx';
import { afterCover, afterFailedCover, afterRefusal, type ReceivedState } from './received-state.ts';
import { enterCode, openReceived, readCover } from './requests.ts';

const CodeCover = lazyComponent(async () => (await import('./cover-page.tsx')).CodeCover);
const Shut = lazyComponent(async () => (await import('./closed-link.tsx')).Shut);
const UnknownLink = lazyComponent(async () => (await import('./closed-link.tsx')).UnknownLink);
const CodeForm = lazyComponent(async () => (await import('./code-form.tsx')).CodeForm);
const NotMine = lazyComponent(async () => (await import('./acts/not-mine.tsx')).NotMine);

// Loaded along with the cover, so that it is ready when it is needed.
const loadPage = () => import('./page/from-page.tsx');
const loadReading = () => import('./page/reading.tsx');
const FromPage = lazyComponent(async () => (await loadPage()).FromPage);

/** The recipient's page: at first one thing, closed, and a button that opens it; later everything that was given, on one thread. */
export function ReceivedPage({ token }: { token: string }) {
  return (
    <Suspense fallback={<CoverSkeleton />}>
      <Step token={token} {...useReceived(token)} />
    </Suspense>
  );
}

type Received = ReturnType<typeof useReceived>;

function Step({ token, ...received }: Received & { token: string }) {
  const { state, isOpening, look, show, open, sendCode, tryCode } = received;
  switch (state.step) {
    case 'loading':
      return <CoverSkeleton />;
    case 'unknown':
      return <UnknownLink />;
    case 'unreachable':
      return <CoverFailure onRetry={look} />;
    case 'shut':
      return <Shut page={{ token, cover: state.cover, show, look }} />;
    case 'code':
      return <CodeForm {...state} isOpening={isOpening} onEnter={tryCode} onSend={sendCode} />;
    case 'page':
      return <FromPage page={{ token, cover: state.cover, show, look }} />;
    case 'closed':
    case 'opened':
      if (state.cover.codeNeeded && state.step === 'closed')
        return <CodeCover {...state} isOpening={isOpening} onSendCode={() => sendCode('link')} />;
      return <Opening token={token} {...received} state={state} onOpen={() => void open()} />;
  }
}

interface OpeningProps extends Omit<Received, 'state'> {
  token: string;
  state: Extract<ReceivedState, { step: 'closed' | 'opened' }>;
  onOpen: () => void;
}

/** The cover, what was in it, and for a moment both. */
function Opening({ token, state, isOpening, onOpen, settle, show, look }: OpeningProps) {
  const { cover } = state;
  // The disappearing cover stays as it was, whatever arrives meanwhile.
  const [closed] = useState(cover);
  const page = { token, cover, show, look };
  const timeZone = deviceTimeZone();
  const today = { label: 'today', day: formatDate(new Date(), timeZone) };
  const received = state.step === 'opened' ? state.received : undefined;
  const isFirst = state.step === 'opened' && state.isFirst;
  return (
    <>
      {(!received || isFirst) && (
        <ClosedCover
          cover={received ? closed : cover}
          today={today}
          timeZone={timeZone}
          isOpening={isOpening}
          failure={state.step === 'closed' ? state.failure : undefined}
          received={received}
          onOpen={onOpen}
          onGone={settle}
          notMine={<NotMine page={page} isCentered />}
        />
      )}
      {state.step === 'opened' && (
        <state.Reading page={page} received={state.received} isArriving={isFirst} />
      )}
    </>
  );
}

function useReceived(token: string) {
  const [state, setState] = useState<ReceivedState>({ step: 'loading' });
  const [isOpening, setOpening] = useState(false);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const next = await readCover(token, signal).then(afterCover, afterFailedCover);
      if (!signal?.aborted) setState(next);
    },
    [token],
  );

  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    loadPage().catch(() => undefined);
    return () => stop.abort();
  }, [load]);

  async function attempt(
    work: (cover: ReceivedCover) => Promise<ReceivedState>,
    codeTo: CodeDestination = 'link',
  ) {
    if (!('cover' in state)) return;
    setOpening(true);
    try {
      setState(await work(state.cover));
    } catch (error) {
      setState(afterRefusal(state, error, codeTo));
    } finally {
      setOpening(false);
    }
  }

  /** Shows the page as it is after an act on it. */
  function show(cover: ReceivedCover) {
    setState((now) => (now.step === 'opened' && !cover.notForMe ? { ...now, cover } : afterCover(cover)));
  }

  async function open() {
    await attempt(async (cover) => {
      // Loads the code first, so that nothing is opened that cannot be shown.
      const { prepare, Reading } = await loadReading();
      const received = await openReceived(token);
      await prepare(received);
      return { step: 'opened', cover, received, Reading, isFirst: !isMotionReduced() };
    });
    // Loads what can be done from now on; the memory is shown even if this fails.
    await readCover(token).then(show, () => undefined);
  }

  return {
    state,
    isOpening,
    show,
    open,
    /** Loads the page again. */
    look() {
      setState({ step: 'loading' });
      void load();
    },
    sendCode: (to: CodeDestination) =>
      void attempt(async () => afterCover(await enterCode(token, { to })), to),
    tryCode: (code: string) => void attempt(async () => afterCover(await enterCode(token, { code }))),
    /** The cover is gone for good. */
    settle: () => setState((now) => (now.step === 'opened' ? { ...now, isFirst: false } : now)),
  };
}
