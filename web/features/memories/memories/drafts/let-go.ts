import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { deleteDraft, draftsKey, keepTexts, updateDrafts } from './queries.ts';
import type { BegunDraft } from './sheet.ts';
import { draftKey, type LocalDraft } from './stored-draft.ts';

type Begun = BegunDraft<Record<string, string>>;

/** Discards drafts, and restores them. Both reject if the server cannot be reached; then nothing is lost. */
export function useLetGo(ownerId: string) {
  const queries = useQueryClient();
  return {
    letGo: (begun: Begun) => letGo(queries, ownerId, begun),
    bringBack: (begun: Begun) => bringBack(queries, ownerId, begun),
  };
}

async function letGo(queries: QueryClient, ownerId: string, begun: Begun): Promise<void> {
  await deleteDraft(begun, begun.basedOn);
  window.localStorage.removeItem(draftKey(ownerId, begun));
  updateDrafts(queries, begun, null);
}

async function bringBack(queries: QueryClient, ownerId: string, begun: Begun): Promise<void> {
  const { values, savedAtMs } = begun;
  const copy: LocalDraft<unknown> = { values, savedAtMs, basedOn: [], isSent: false };
  const key = draftKey(ownerId, begun);
  const text = JSON.stringify(copy);
  window.localStorage.setItem(key, text);
  await keepTexts(begun, values);
  if (window.localStorage.getItem(key) === text) window.localStorage.removeItem(key);
  await queries.invalidateQueries({ queryKey: draftsKey });
}
