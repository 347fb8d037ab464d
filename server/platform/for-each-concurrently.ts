/** Runs `work` for each of `items` in order, up to `most` at once. Throws the first error, once all running ones have ended. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workNext = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, workNext));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
