import { type Clock, secondsAfter } from './clock.ts';

/**
 * `ask`, whose answer is given again to anyone who asks within `seconds` of it, or while it is being found. A failure is given
 * only to those who wait for it.
 */
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
    // A clock that was set back must not keep an answer alive.
    if (!last || now >= last.until || now < last.from) {
      const answer = ask();
      last = { from: now, until: secondsAfter(now, seconds), answer };
      answer.catch(() => forget(answer));
    }
    return last.answer;
  };
}

/** `load`, whose answer is kept as long as the process lives. A failure is given only to those who wait for it, and tried again. */
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
