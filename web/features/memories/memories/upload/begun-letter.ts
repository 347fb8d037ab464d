import { v4 } from 'uuid';
import { noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import { newSheetId } from '../drafts/drafts.ts';
import { deleteDraft, putDraft } from '../drafts/queries.ts';
import type { MemoryValues } from './memory-values.ts';

/**
 * Keeps the text of a letter that was not chosen, of two, among the unfinished letters. Returns a function
 * that removes it again. Throws like `write`.
 */
export async function keepAsBegun(values: MemoryValues): Promise<() => Promise<void>> {
  const name = { kind: 'letter', id: newSheetId() };
  const version = v4();
  await putDraft(name, { ...values, version: '' }, { basedOn: [noDraftVersion], version });
  return () => deleteDraft(name, [version]);
}
