import type { Storage } from '../../../platform/storage/storage.ts';

export { checkFilesNow, type FileChecks, fileChecksOf } from './check-files.ts';
export { countBroken, countWhole, fileFaultsOf, listBroken, storedFileMetrics } from './file-faults.ts';
export { eraseOrphans } from './orphans.ts';
export { filesOf, findUnused, rowIdsOf, type StoredFileKinds } from './used-keys.ts';

/**
 * Removes stored files and their copies; a file that is already gone is not an error. A failure does not stop the
 * others, and is thrown at the end.
 */
export async function eraseFiles(
  { storage }: { storage: Pick<Storage, 'remove'> },
  keys: readonly string[],
): Promise<void> {
  const faults: unknown[] = [];
  for (const key of keys) await storage.remove(key).catch((error) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}
