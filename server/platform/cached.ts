import { type Clock, secondsAfter } from './clock.ts';

/** Caches the result of `ask` for `seconds`; callers that arrive while it runs share it. A failure is not cached. */
export function cachedFor<T>(
  seconds: number,
  clock: Pick<Clock, 'now'>,
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { from: Date; until: Date; answer: Promise<T> } | undefined;
  const forget = (failed: Promise<T>) => {
    if (last?.answer === failed) last = undefined;
  };
  return () => {
    const now = clock.now();
    // A clock that was set back must not keep a result alive.
    if (!last || now >= last.until || now < last.from) {
      const answer = ask();
      last = { from: now, until: secondsAfter(now, seconds), answer };
      answer.catch(() => forget(answer));
    }
    return last.answer;
  };
}

/** Runs `load` once in the life of the process and shares its result. After a failure the next call tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
