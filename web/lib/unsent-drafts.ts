import type { LocalDraft, ServerDraft } from './drafts.ts';
import { draftKey, newerDraft, readDraft } from './drafts.ts';

type Texts = Record<string, string>;

interface UnsentDraftsWorld {
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;
  /** What the server keeps of the person, by kind. */
  list: () => Promise<ReadonlyMap<string, ServerDraft<unknown>>>;
  /** Keeps the texts on the server; rejects when they did not arrive. */
  send: (kind: string, texts: Texts) => Promise<unknown>;
}

/**
 * Brings to the server what a person wrote here on screens that are closed by now and that never arrived: there was no
 * connection. What has arrived, or was overtaken on another device, is removed from this browser.
 */
export async function sendUnsentDrafts(world: UnsentDraftsWorld, ownerId: string): Promise<void> {
  const unsent = findUnsent(world.storage, draftKey(ownerId, ''));
  if (unsent.length === 0) return;
  const stored = await world.list();
  await Promise.allSettled(
    unsent.map(async ({ key, kind, text, draft }) => {
      const isWanted = newerDraft<unknown>(draft, stored.get(kind) ?? null) === draft;
      if (isWanted) await world.send(kind, draft.values);
      // Somebody may have gone on with it in another tab.
      if (world.storage.getItem(key) === text) world.storage.removeItem(key);
    }),
  );
}

interface UnsentDraft {
  key: string;
  kind: string;
  /** As it is stored. */
  text: string | null;
  draft: LocalDraft<Texts>;
}

function findUnsent(storage: UnsentDraftsWorld['storage'], keyStart: string): UnsentDraft[] {
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '');
  return keys.flatMap((key) => {
    if (!key.startsWith(keyStart)) return [];
    const draft = readDraft(storage, key, parseTexts);
    if (!draft || draft.isSent) return [];
    return { key, kind: key.slice(keyStart.length), text: storage.getItem(key), draft };
  });
}

function parseTexts(values: unknown): Texts | null {
  if (typeof values !== 'object' || values === null) return null;
  const entries = Object.entries(values);
  return entries.every(([, text]) => typeof text === 'string') ? Object.fromEntries(entries) : null;
}
