import { type QueryClient, useQuery } from '@tanstack/react-query';
import { v4 } from 'uuid';
import { noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import type { Draft, DraftRefusal } from '../../../../../shared/memories/drafts.ts';
import { answerOf, read, send, write } from '../../../../lib/api/request.ts';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import type { SendOptions } from './draft-sync.ts';
import { draftKeyPrefix } from './sent-drafts.ts';
import { canonicalText, type DraftName, pathOf, type ServerDraft } from './stored-draft.ts';

const draftsPath = '/api/drafts';
export const draftsKey = [draftsPath];
/** Browsers refuse `keepalive` for bodies of more than 64 kB. */
const keepaliveMaxCharacters = 20_000;

type Texts = Record<string, string>;

export interface ServerDrafts {
  /** Whether the request has succeeded or failed. */
  isSettled: boolean;
  /** Undefined if the server could not be reached. */
  list: readonly ServerDraft<unknown>[] | undefined;
}

/**
 * The signed-in person's drafts from all devices, requested again whenever a screen opens. Until that is
 * settled the list stays as last known, so that a page has the same height when somebody returns to it.
 */
export function useServerDrafts(): ServerDrafts {
  const { data, isError, isFetchedAfterMount } = useQuery<Draft[]>({ queryKey: draftsKey, staleTime: 0 });
  return { isSettled: isFetchedAfterMount, list: isError ? undefined : data?.map(asServerDraft) };
}

/** Whether there is any draft, here or elsewhere; undefined until that is known. */
export function useHasDrafts(): boolean | undefined {
  // The profile says whose they are; without it none can be shown.
  const { isFetched } = useProfile();
  const { isSettled, list = [] } = useServerDrafts();
  if (!isSettled || !isFetched) return undefined;
  return list.length > 0 || Object.keys(window.localStorage).some((key) => key.startsWith(draftKeyPrefix));
}

export async function listServerDrafts(): Promise<ServerDraft<unknown>[]> {
  return (await read<Draft[]>(draftsPath)).map(asServerDraft);
}

function asServerDraft({ content, ...draft }: Draft): ServerDraft<unknown> {
  return { ...draft, values: content };
}

interface Version {
  /** The versions that may be replaced. */
  basedOn: readonly string[];
  version: string;
}

/** What the server has instead, which this sheet had not read; null if it was finished or discarded elsewhere. */
type Refused = { refused: ServerDraft<unknown> | null };

/** Saves the texts on the server, unless another sheet has changed the draft. Throws like `write`. */
export async function putDraft(
  name: DraftName,
  content: Texts,
  { basedOn, version }: Version,
  { keepalive, signal }: Partial<SendOptions> = {},
): Promise<{ saved: Draft } | Refused> {
  const fits = JSON.stringify(content).length <= keepaliveMaxCharacters;
  const path = `${draftsPath}/${pathOf(name)}`;
  const options = { keepalive: keepalive && fits, signal };
  const response = await send('PUT', path, { content, basedOn, version }, options);
  return (await refusalOf(response)) ?? { saved: await answerOf<Draft>(response) };
}

/** Deletes the draft on the server, unless another sheet has written since. Throws like `write`. */
export async function deleteDraft(
  name: DraftName,
  basedOn: readonly string[],
  { keepalive, signal }: Partial<SendOptions> = {},
): Promise<void> {
  const versions = basedOn.filter((version) => version !== noDraftVersion);
  // Nothing of ours was ever sent there.
  if (versions.length === 0) return;
  const path = `${draftsPath}/${pathOf(name)}?versions=${versions.join(',')}`;
  await write('DELETE', path, undefined, { keepalive, signal });
}

async function refusalOf(response: Response): Promise<Refused | undefined> {
  if (response.status !== 409) return undefined;
  const refusal: Partial<DraftRefusal> = await response.clone().json();
  if (refusal.current === undefined) return undefined;
  return { refused: refusal.current && asServerDraft(refusal.current) };
}

/** Saves texts whose sheet is closed; if another one has changed the draft, as a separate draft. Throws like `write`. */
export async function keepTexts(
  name: DraftName,
  texts: Texts,
  basedOn: readonly string[] = [],
): Promise<void> {
  const replaced = basedOn.length > 0 ? basedOn : [noDraftVersion];
  const outcome = await putDraft(name, texts, { basedOn: replaced, version: v4() });
  if (!('refused' in outcome)) return;
  const { refused } = outcome;
  if (refused === null) await keepTexts(name, texts);
  else if (!hasTexts(refused, texts)) await keepTexts({ ...name, id: v4() }, texts);
}

export function hasTexts(draft: ServerDraft<unknown>, texts: unknown): boolean {
  return canonicalText(draft.values) === canonicalText(texts);
}

/** Lets open screens show at once what was saved or deleted. */
export function updateDrafts(queries: QueryClient, name: DraftName, draft: Draft | null): void {
  queries.setQueryData<Draft[]>(draftsKey, (drafts) => {
    const others = drafts?.filter((each) => pathOf(each) !== pathOf(name));
    return others && draft ? [...others, draft] : others;
  });
}
