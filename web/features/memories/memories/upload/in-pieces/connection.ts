const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Pauses between attempts without a connection: they grow, and end as soon as the browser reports that it is online again. */
export function createPauses() {
  let pauseMs = firstPauseMs;
  return {
    /** Called after a success. */
    reset(): void {
      pauseMs = firstPauseMs;
    },
    /** Rejects with the reason of `signal` when that is aborted. */
    async wait(signal: AbortSignal): Promise<void> {
      const upTo = pauseMs;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      await untilOnlineOrAfter(upTo, signal);
    },
  };
}

function untilOnlineOrAfter(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const finish = (settle: () => void) => {
      end.abort();
      window.clearTimeout(timer);
      settle();
    };
    const timer = window.setTimeout(() => finish(resolve), pauseMs);
    window.addEventListener('online', () => finish(resolve), { signal: end.signal });
    signal.addEventListener('abort', () => finish(() => reject(signal.reason)), { signal: end.signal });
    if (signal.aborted) finish(() => reject(signal.reason));
  });
}
