import { saveDrafts } from '../../../../lib/api/session-end.ts';
import { keepTexts, listServerDrafts } from './queries.ts';
import {
  type DraftName,
  draftKey,
  type LocalDraft,
  listLocal,
  newerDraft,
  pathOf,
  readDraft,
  type ServerDraft,
} from './stored-draft.ts';

/** Sends what the server does not have yet; resolves once the request has succeeded or failed. */
type SendDraft = () => Promise<void>;

const openDrafts = new Set<SendDraft>();

/** Lets `sendOpenDrafts` send this draft as well; returns the function that ends this. */
export function addOpenDraft(send: SendDraft): () => void {
  openDrafts.add(send);
  return () => openDrafts.delete(send);
}

/** Sends the drafts of all open screens; resolves once every request has succeeded or failed. */
async function sendOpenDrafts(): Promise<void> {
  await Promise.allSettled([...openDrafts].map((send) => send()));
}

type Texts = Record<string, string>;

interface UnsentDraftsEnvironment {
  storage: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;
  /** The person's drafts on the server. */
  list: () => Promise<readonly ServerDraft<unknown>[]>;
  /** Saves the texts on the server, in addition to what another device has written since; rejects on failure. */
  keep: (name: DraftName, texts: Texts, basedOn: readonly string[]) => Promise<void>;
}

/** Sends the drafts of screens that have been closed without a connection, and removes them from this browser. */
export async function sendUnsentDrafts(environment: UnsentDraftsEnvironment, ownerId: string): Promise<void> {
  const { storage, list, keep } = environment;
  const unsent = findUnsent(storage, ownerId);
  if (unsent.length === 0) return;
  const onServer = await list();
  await Promise.allSettled(
    unsent.map(async ({ key, name, text, draft }) => {
      const there = onServer.find((each) => pathOf(each) === pathOf(name)) ?? null;
      const next = newerDraft<unknown>(draft, there);
      if (next && !next.isSent) await keep(name, draft.values, next.basedOn);
      // Another tab may have changed it meanwhile.
      if (storage.getItem(key) === text) storage.removeItem(key);
    }),
  );
}

interface UnsentDraft {
  key: string;
  name: DraftName;
  /** The stored text, unparsed. */
  text: string | null;
  draft: LocalDraft<Texts>;
}

function findUnsent(storage: UnsentDraftsEnvironment['storage'], ownerId: string): UnsentDraft[] {
  return listLocal(storage, ownerId).flatMap((name) => {
    const key = draftKey(ownerId, name);
    const draft = readDraft(storage, key, parseTexts);
    if (!draft || draft.isSent) return [];
    return { key, name, text: storage.getItem(key), draft };
  });
}

function parseTexts(values: unknown): Texts | null {
  if (typeof values !== 'object' || values === null) return null;
  const entries = Object.entries(values);
  return entries.every(([, text]) => typeof text === 'string') ? Object.fromEntries(entries) : null;
}

const timeoutMs = 3000;

/** Undefined if the profile cannot be loaded. */
type FindOwnerId = () => Promise<string | undefined>;

/**
 * Sends all unsent drafts to the server, because only what it holds may be deleted here after sign-out. Gives
 * up after three seconds, or when the page is closed; never rejects. `findOwnerId` may wait for the profile.
 */
export async function sendDraftsBeforeSignOut(findOwnerId: FindOwnerId): Promise<void> {
  const timeout = new AbortController();
  const { signal } = timeout;
  const timer = window.setTimeout(() => timeout.abort(), timeoutMs);
  window.addEventListener('pagehide', () => timeout.abort(), { signal });
  await Promise.race([
    sendAll(findOwnerId),
    new Promise((resolve) => signal.addEventListener('abort', resolve)),
  ]);
  window.clearTimeout(timer);
  timeout.abort();
}

async function sendAll(findOwnerId: FindOwnerId): Promise<void> {
  saveDrafts();
  await sendOpenDrafts();
  const ownerId = await findOwnerId();
  if (ownerId === undefined) return;
  const environment = { storage: window.localStorage, list: listServerDrafts, keep: keepTexts };
  await sendUnsentDrafts(environment, ownerId).catch(() => undefined);
}
