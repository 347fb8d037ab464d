import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../../../shared/memories/drafts.ts';
import { read, write } from '../../../lib/api/request.ts';
import type { SendOptions } from './draft-sync.ts';
import type { ServerDraft } from './stored-draft.ts';

const draftsPath = '/api/drafts';
/** Browsers refuse `keepalive` for bodies of more than 64 kB. */
const keepaliveMaxCharacters = 20_000;

interface ServerDrafts {
  /** Whether the request has succeeded or failed. */
  isSettled: boolean;
  /** The server's copy of a kind; null if there is none, undefined when the server could not be reached. */
  find: (kind: string) => ServerDraft<unknown> | null | undefined;
}

/** The signed-in person's drafts from all devices, requested again whenever a screen opens. */
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

/** The signed-in person's drafts on the server, by kind. */
export async function listServerDrafts(): Promise<Map<string, ServerDraft<unknown>>> {
  const drafts = await read<Draft[]>(draftsPath);
  return new Map(drafts.map(({ kind, content, updatedAt }) => [kind, { values: content, updatedAt }]));
}

export function putDraft(kind: string, content: Record<string, string>): Promise<Draft> {
  return write<Draft>('PUT', `${draftsPath}/${kind}`, { content });
}

/** Saves `content` on the server, or with null deletes the server's copy; resolves with the version of the copy. */
export async function sendDraft(
  queries: QueryClient,
  kind: string,
  content: Record<string, string> | null,
  { keepalive, signal }: SendOptions,
): Promise<string | null> {
  const path = `${draftsPath}/${kind}`;
  if (content === null) {
    updateCache(queries, kind, null);
    await write('DELETE', path, undefined, { keepalive, signal });
    return null;
  }
  const fits = JSON.stringify(content).length <= keepaliveMaxCharacters;
  const draft = await write<Draft>('PUT', path, { content }, { keepalive: keepalive && fits, signal });
  updateCache(queries, kind, draft);
  return draft.updatedAt;
}

/** Lets open screens show at once what was saved or deleted. */
function updateCache(queries: QueryClient, kind: string, draft: Draft | null): void {
  queries.setQueryData<Draft[]>([draftsPath], (drafts) => {
    const others = drafts?.filter((each) => each.kind !== kind);
    return others && draft ? [...others, draft] : others;
  });
}
