import { AppError } from './errors.ts';

export interface TurnLimits {
  /** How much runs at once in this process. */
  atOnce: number;
  /** How many wait for the same key. */
  maxWaitingPerKey: number;
  maxWaiting: number;
}

export interface Turns {
  /**
   * Runs `work` once it is its turn: first come, first served, and one at a time for each key. Throws 429 when the key has
   * enough waiting, and 503 when everybody together has, both with `Retry-After`.
   */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 10;

/** Keeps work that is dear from taking the whole process: so much of it at once, and one at a time for each key. */
export function createTurns({ atOnce, maxWaitingPerKey, maxWaiting }: TurnLimits): Turns {
  const running = new Set<string>();
  let waiting: { key: string; start: () => void }[] = [];

  function startNext(): void {
    const next = running.size < atOnce ? waiting.find(({ key }) => !running.has(key)) : undefined;
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    running.add(next.key);
    next.start();
    startNext();
  }

  return {
    async take(key, work) {
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
