import type { LocalDraft, ServerDraft } from './stored-draft.ts';
import { draftKey, newerDraft, readDraft } from './stored-draft.ts';

type Texts = Record<string, string>;

interface UnsentDraftsEnvironment {
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;
  /** The person's drafts on the server, by kind. */
  list: () => Promise<ReadonlyMap<string, ServerDraft<unknown>>>;
  /** Saves the texts on the server; rejects on failure. */
  send: (kind: string, texts: Texts) => Promise<unknown>;
}

/**
 * Sends the drafts of screens that have been closed without a connection. A draft that has been sent, or that another
 * device has overtaken, is removed from this browser.
 */
export async function sendUnsentDrafts(environment: UnsentDraftsEnvironment, ownerId: string): Promise<void> {
  const { storage, list, send } = environment;
  const unsent = findUnsent(storage, draftKey(ownerId, ''));
  if (unsent.length === 0) return;
  const onServer = await list();
  await Promise.allSettled(
    unsent.map(async ({ key, kind, text, draft }) => {
      const isWanted = newerDraft<unknown>(draft, onServer.get(kind) ?? null) === draft;
      if (isWanted) await send(kind, draft.values);
      // Another tab may have changed it meanwhile.
      if (storage.getItem(key) === text) storage.removeItem(key);
    }),
  );
}

interface UnsentDraft {
  key: string;
  kind: string;
  /** The stored text as it is. */
  text: string | null;
  draft: LocalDraft<Texts>;
}

function findUnsent(storage: UnsentDraftsEnvironment['storage'], keyPrefix: string): UnsentDraft[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return keys.flatMap((key) => {
    if (!key.startsWith(keyPrefix)) return [];
    const draft = readDraft(storage, key, parseTexts);
    if (!draft || draft.isSent) return [];
    return { key, kind: key.slice(keyPrefix.length), text: storage.getItem(key), draft };
  });
}

function parseTexts(values: unknown): Texts | null {
  if (typeof values !== 'object' || values === null) return null;
  const entries = Object.entries(values);
  return entries.every(([, text]) => typeof text === 'string') ? Object.fromEntries(entries) : null;
}
