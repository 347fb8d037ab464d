import type { QueryClient } from '@tanstack/react-query';
import { v4 } from 'uuid';
import type { SendOptions } from './draft-sync.ts';
import type { LocalDraftHandle } from './local-draft.ts';
import { deleteDraft, hasTexts, putDraft, updateDrafts } from './queries.ts';
import type { Sheet } from './sheet.ts';
import { type DraftName, draftKey, type ServerDraft } from './stored-draft.ts';

/**
 * Sends the values under the sheet's name. If another sheet has written there since, its text stays, and
 * these values become a separate draft at once.
 */
export function createSender<Values extends Record<keyof Values, string>>(
  queries: QueryClient,
  sheet: Sheet,
  draft: LocalDraftHandle<Values>,
  onRefused: (current: ServerDraft<unknown>) => void,
) {
  let name: DraftName = { kind: sheet.kind, id: sheet.id };

  function moveAway(current: ServerDraft<unknown>): void {
    const id = v4();
    name = { kind: name.kind, id };
    draft.moveTo(draftKey(sheet.ownerId, name));
    sheet.onMoved(id);
    onRefused(current);
  }

  return async function send(values: Values | null, options: SendOptions): Promise<string | null> {
    if (values === null) {
      updateDrafts(queries, name, null);
      await deleteDraft(name, draft.versions(), options);
      return null;
    }
    const version = v4();
    const basedOn = draft.beginSending(version);
    const outcome = await putDraft(name, values, { basedOn, version }, options);
    if ('saved' in outcome) {
      updateDrafts(queries, name, outcome.saved);
      return outcome.saved.version;
    }
    const { refused } = outcome;
    if (options.signal.aborted || (refused && hasTexts(refused, values))) return refused?.version ?? null;
    // It was finished or discarded elsewhere; what is typed here continues.
    if (refused === null) draft.markSent(null, null);
    else moveAway(refused);
    return send(values, options);
  };
}
