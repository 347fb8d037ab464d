import { ApiError, messageOf } from '../../lib/api/api-error.ts';

export interface Refused<Item> {
  item: Item;
  why: string;
}

/** How far an act on several has come. Outlives a request that failed, so that the next try goes on from there. */
export interface BulkRun<Item> {
  next: number;
  refused: Refused<Item>[];
  isCancelled: boolean;
}

/**
 * Sends one request after the other, until all are done or somebody cancels. What moved on or is gone is noted, and the
 * rest goes on; whatever else fails, such as the network or a sign-in that is too old, would fail for all, and is thrown.
 */
export async function continueRun<Item>(
  run: BulkRun<Item>,
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items.slice(run.next)) {
    if (run.isCancelled) return;
    try {
      await send(item);
    } catch (error) {
      if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error;
      run.refused.push({
        item,
        why: [messageOf(error, 'It could not be done.'), ...Object.values(error.fields)].join(' '),
      });
    }
    run.next += 1;
  }
}
