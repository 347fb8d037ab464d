import { ApiError, messageOf } from '../../lib/api/api-error.ts';

export interface BulkText {
  title: string;
  what: (count: number) => string;
  /** What will happen to that many records, without a full stop. */
  will: (count: number) => string;
  did: (count: number) => string;
  isDangerous?: boolean;
  /** Who reads the reason, if it is not only for the audit log. */
  reasonNote?: string;
}

/** An action on several records of a queue: one request for each, with the state in which the record was seen. */
export interface BulkAct<Item> extends BulkText {
  name: string;
  fits: (item: Item) => boolean;
  refusalOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  send: (item: Item, reason: string) => Promise<unknown>;
}

interface BulkRequests<Item, Name> {
  nameOf: (item: Item) => string;
  refusalOf: (item: Item, name: Name) => string;
  send: (name: Name, item: Item, reason: string) => Promise<unknown>;
}

export function bulkActs<Item extends { acts: readonly string[] }, Name extends Item['acts'][number]>(
  texts: Record<Name, BulkText>,
  { nameOf, refusalOf, send }: BulkRequests<Item, Name>,
): readonly BulkAct<Item>[] {
  return (Object.keys(texts) as Name[]).map((name) => ({
    ...texts[name],
    name,
    fits: ({ acts }) => acts.includes(name),
    nameOf,
    refusalOf: (item) => refusalOf(item, name),
    send: (item, reason) => send(name, item, reason),
  }));
}

export interface Refused<Item> {
  item: Item;
  why: string;
}

/** The progress of an action on several records. It survives a failed request, so that a retry continues from there. */
export interface BulkRun<Item> {
  next: number;
  refused: Refused<Item>[];
  isCancelled: boolean;
}

/**
 * Sends one request after another, until all are done or somebody cancels. Records that moved on or are gone are noted, and the
 * rest continues; any other failure, such as the network or a sign-in that is too old, would affect all of them, and is thrown.
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
