import { useEffect, useRef, useState } from 'react';
import { type IdlePhase, type IdleWatch, watchIdle } from './idle.ts';

/** `keypress` would not do: keys without a character do not fire it, and phone keyboards may fire only `input`. */
const activityEvents = [
  'mousedown',
  'mousemove',
  'keydown',
  'input',
  'scroll',
  'touchstart',
  'click',
  'focus',
] as const;
const channelName = 'idle';

export interface UseIdleOptions {
  isSignedIn: boolean;
  onEnd: () => void;
  /** Sends a small authenticated request that keeps the server's session alive. */
  onKeepAlive: () => void;
}

export interface Idle {
  phase: IdlePhase;
  /** Counts as activity: for the warning's button, and for activities without input. */
  stayActive: () => void;
}

function openWatch(onPhase: (phase: IdlePhase) => void, onKeepAlive: () => void) {
  const channel = new BroadcastChannel(channelName);
  const environment = {
    nowMs: () => Date.now(),
    startTimer: (run: () => void, delayMs: number) => window.setTimeout(run, delayMs),
    stopTimer: (timer: unknown) => window.clearTimeout(typeof timer === 'number' ? timer : undefined),
    share: (lastActiveMs: number) => channel.postMessage(lastActiveMs),
  };
  const watch = watchIdle(environment, { onPhase, onKeepAlive });
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'number') watch.recordElsewhere(event.data);
  };
  return { watch, close: () => channel.close() };
}

function listen(watch: IdleWatch): () => void {
  const checkOnReturn = () => {
    if (document.visibilityState === 'visible') watch.check();
  };
  const handleActivity = (event: Event) => {
    // The warning takes the focus when it opens, which is not the person's activity.
    const isByPage = event.type === 'focus' && event.target !== window && watch.isWarning();
    if (!isByPage) watch.touch();
  };
  const options = { capture: true, passive: true };
  for (const name of activityEvents) window.addEventListener(name, handleActivity, options);
  document.addEventListener('visibilitychange', checkOnReturn);
  return () => {
    for (const name of activityEvents) window.removeEventListener(name, handleActivity, options);
    document.removeEventListener('visibilitychange', checkOnReturn);
  };
}

/** Signs a person out after 20 minutes without activity in any tab; the phase is 'warning' for the last two. */
export function useIdle({ isSignedIn, onEnd, onKeepAlive }: UseIdleOptions): Idle {
  const [phase, setPhase] = useState<IdlePhase>('active');
  const watch = useRef<IdleWatch | null>(null);
  const calls = useRef({ onEnd, onKeepAlive });

  useEffect(() => {
    calls.current = { onEnd, onKeepAlive };
  });

  useEffect(() => {
    if (!isSignedIn) return;
    const handlePhase = (next: IdlePhase) => {
      setPhase(next);
      if (next === 'ended') calls.current.onEnd();
    };
    const opened = openWatch(handlePhase, () => calls.current.onKeepAlive());
    watch.current = opened.watch;
    const stopListening = listen(opened.watch);
    return () => {
      stopListening();
      opened.watch.stop();
      opened.close();
      watch.current = null;
      setPhase('active');
    };
  }, [isSignedIn]);

  return { phase, stayActive: () => watch.current?.touch() };
}
