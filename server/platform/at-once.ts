/** Does `work` for each of `items` in order, up to `most` of them at once. Throws the first error, once all that had begun have ended. */
export async function forEachAtOnce<T>(
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
