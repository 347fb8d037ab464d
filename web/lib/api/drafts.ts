import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../../shared/memories/drafts.ts';
import type { ServerDraft } from '../drafts.ts';
import { read, write } from './request.ts';

const draftsPath = '/api/drafts';
/** Browsers refuse to send more than 64 kB for a page that is going away. */
const keepaliveMaxCharacters = 20_000;

interface ServerDrafts {
  /** The answer has come, or will not come. */
  isSettled: boolean;
  /** The server's copy of a kind; null when there is none, undefined when the server could not be asked. */
  find: (kind: string) => ServerDraft<unknown> | null | undefined;
}

/** What the signed-in person has begun on any device, asked anew whenever a screen opens. */
export function useServerDrafts(): ServerDrafts {
  const { data, isFetchedAfterMount } = useQuery<Draft[]>({
    queryKey: [draftsPath],
    staleTime: 0,
    gcTime: 0,
  });
  return { isSettled: isFetchedAfterMount, find: (kind) => findDraft(data, kind) };
}

function findDraft(drafts: Draft[] | undefined, kind: string): ServerDraft<unknown> | null | undefined {
  if (!drafts) return undefined;
  const draft = drafts.find((each) => each.kind === kind);
  return draft ? { values: draft.content, updatedAt: draft.updatedAt } : null;
}

/** What the server keeps of the signed-in person, by kind. */
export async function listServerDrafts(): Promise<Map<string, ServerDraft<unknown>>> {
  const drafts = await read<Draft[]>(draftsPath);
  return new Map(drafts.map(({ kind, content, updatedAt }) => [kind, { values: content, updatedAt }]));
}

/** Keeps `content` on the server under `kind`. */
export function putDraft(kind: string, content: Record<string, string>): Promise<Draft> {
  return write<Draft>('PUT', `${draftsPath}/${kind}`, { content });
}

/** Keeps `content` on the server under `kind`, or with null forgets what is kept; answers the time of the copy. */
export async function sendDraft(
  queries: QueryClient,
  kind: string,
  content: Record<string, string> | null,
  { keepalive, signal }: { keepalive: boolean; signal: AbortSignal },
): Promise<string | null> {
  const path = `${draftsPath}/${kind}`;
  if (content === null) {
    showDraft(queries, kind, null);
    await write('DELETE', path, undefined, { keepalive, signal });
    return null;
  }
  const fits = JSON.stringify(content).length <= keepaliveMaxCharacters;
  const draft = await write<Draft>('PUT', path, { content }, { keepalive: keepalive && fits, signal });
  showDraft(queries, kind, draft);
  return draft.updatedAt;
}

/** Screens that are open see at once what was kept or forgotten. */
function showDraft(queries: QueryClient, kind: string, draft: Draft | null): void {
  queries.setQueryData<Draft[]>([draftsPath], (drafts) => {
    const others = drafts?.filter((each) => each.kind !== kind);
    return others && draft ? [...others, draft] : others;
  });
}
