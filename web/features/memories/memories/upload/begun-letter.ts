import { v4 } from 'uuid';
import { noDraftVersion } from '../../../../../shared/memories/draft-versions.ts';
import { newSheetId } from '../../drafts/drafts.ts';
import { deleteDraft, putDraft } from '../../drafts/queries.ts';
import type { MemoryValues } from './memory-values.ts';

/**
 * Keeps the one of two texts of a letter that was not chosen among the letters that are begun. Returns what removes it again.
 * Throws as `write` does.
 */
export async function keepAsBegun(values: MemoryValues): Promise<() => Promise<void>> {
  const name = { kind: 'letter', id: newSheetId() };
  const version = v4();
  await putDraft(name, { ...values, version: '' }, { basedOn: [noDraftVersion], version });
  return () => deleteDraft(name, [version]);
}
