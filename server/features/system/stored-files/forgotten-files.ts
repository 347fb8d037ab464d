import type { Services } from '../../../platform/context.ts';
import { readStoredText, storeText } from '../../../platform/storage/stored-text.ts';
import { findNewestLink, isChained, readCheckpoint, shortCheckpoint } from '../audit/audit.ts';

// An older copy of the database knows nothing of the files that came after it. Their sweep would erase them, so each sweep
// leaves the newest entry of the audit log in the file store, and the next one looks whether the database still knows it.

export const newestEntryKey = 'newest-entry';

type Place = Pick<Services, 'db' | 'storage'>;

/** Whether the database lacks an entry that it had at an earlier sweep. False before the first one. */
export async function hasForgotten({ db, storage }: Place): Promise<boolean> {
  const stored = await readStoredText(storage, newestEntryKey);
  const entry = stored === undefined ? undefined : readCheckpoint(stored);
  return entry !== undefined && !(await isChained(db, entry));
}

export async function rememberNewestEntry({ db, storage }: Place): Promise<void> {
  const newest = await findNewestLink(db);
  if (newest) await storeText(storage, newestEntryKey, shortCheckpoint(newest));
}
