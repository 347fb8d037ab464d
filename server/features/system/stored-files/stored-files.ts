import { unlessBackupRuns } from '../../../platform/backup/backup-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { FindUsedKeys, StoredFileKinds } from './used-keys.ts';

export { checkFilesNow, type FileChecks, fileChecksOf } from './check-files.ts';
export { countBroken, countWhole, fileFaultsOf, listBroken, storedFileMetrics } from './file-faults.ts';
export { findUnused, rowIdsOf, type StoredFileKinds } from './used-keys.ts';

const orphanHours = 24;
const keysPerBatch = 500;

/** Removes stored files, and their copies; a file that is already gone is not an error. */
export async function eraseFiles(
  { storage }: { storage: Pick<Storage, 'remove'> },
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

/**
 * Removes files that no row uses, left behind by a crash between storing the file and writing its row. Skips files
 * younger than a day, so that an upload in progress is never touched. Returns how many were removed.
 */
export async function eraseOrphans(
  services: Pick<Services, 'db' | 'storage' | 'mirror' | 'clock' | 'log'>,
  kinds: StoredFileKinds,
): Promise<number> {
  const { storage, mirror } = services;
  let erased = 0;
  for (const [prefix, { findUsed }] of Object.entries(kinds)) {
    erased += await eraseOrphansOf(services, storage, prefix, findUsed);
    if (mirror) await eraseOrphansOf(services, mirror, prefix, findUsed);
  }
  if (erased > 0) services.log.info({ erased }, 'deleted orphaned files');
  return erased;
}

async function eraseOrphansOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  storage: Pick<Storage, 'list' | 'remove'>,
  prefix: string,
  findUsed: FindUsedKeys,
): Promise<number> {
  const now = await readAgreedNow(db, clock);
  if (!now) return 0;
  const before = minutesAfter(now, -orphanHours * 60);
  let erased = 0;
  let keys: string[] = [];
  const eraseUnused = async () => {
    const used = new Set(await findUsed(db, keys));
    const unused = keys.filter((key) => !used.has(key));
    // What a backup keeps from being erased now is found by the next sweep.
    if (await unlessBackupRuns(db, () => eraseFiles({ storage }, unused))) erased += unused.length;
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before) keys.push(key);
    if (keys.length >= keysPerBatch) await eraseUnused();
  }
  if (keys.length > 0) await eraseUnused();
  return erased;
}
