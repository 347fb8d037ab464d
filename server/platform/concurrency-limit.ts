import { AppError } from './errors.ts';

export interface ConcurrencyLimitOptions {
  /** In this process. */
  concurrency: number;
  maxWaitingPerKey: number;
  maxWaiting: number;
}

export interface ConcurrencyLimit {
  /**
   * Runs `work` as soon as there is room: first come, first served, and one at a time per key. Throws 429 if too many wait
   * for the key, and 503 if too many wait in all, both with `Retry-After`.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 10;

/** Keeps expensive work from taking over the process. */
export function createConcurrencyLimit({
  concurrency,
  maxWaitingPerKey,
  maxWaiting,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const running = new Set<string>();
  let waiting: { key: string; start: () => void }[] = [];

  function startNext(): void {
    const next = running.size < concurrency ? waiting.find(({ key }) => !running.has(key)) : undefined;
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    running.add(next.key);
    next.start();
    startNext();
  }

  return {
    async run(key, work) {
      if (waiting.filter((one) => one.key === key).length >= maxWaitingPerKey)
        throw new AppError('too_many_requests', 'We are still at it. Please wait a moment.', {
          retryAfterSeconds,
        });
      if (waiting.length >= maxWaiting)
        throw new AppError('unavailable', 'We are busy right now. Please try again shortly.', {
          retryAfterSeconds,
        });
      await new Promise<void>((start) => {
        waiting.push({ key, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        running.delete(key);
        startNext();
      }
    },
  };
}
