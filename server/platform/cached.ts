import { type Clock, secondsAfter } from './clock.ts';

/** `ask`, whose answer is given again to whoever asks within `seconds` of it, or while it is being found. */
export function cachedFor<T>(
  seconds: number,
  clock: Pick<Clock, 'now'>,
  ask: () => Promise<T>,
): () => Promise<T> {
  let last: { from: Date; until: Date; answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    // A clock that was set back must not keep an answer alive.
    if (!last || now >= last.until || now < last.from)
      last = { from: now, until: secondsAfter(now, seconds), answer: ask() };
    return last.answer;
  };
}
