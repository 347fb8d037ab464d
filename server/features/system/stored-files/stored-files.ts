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

/**
 * Removes files that no row uses, left behind by a crash between storing the file and writing its row. Skips files
 * younger than a day, so that an upload in progress is never touched. Returns how many were removed.
 */
export async function eraseOrphans(
  services: Pick<Services, 'db' | 'storage' | 'mirror' | 'clock' | 'log' | 'sweeps'>,
  kinds: StoredFileKinds,
): Promise<number> {
  const { storage, mirror } = services;
  let erased = 0;
  const all = Object.entries(kinds).map(([id, kind]) => ({ id, ...kind }));
  await services.sweeps.each('orphans-of-a-kind', all, async ({ id, findUsed }) => {
    erased += await eraseOrphansOf(services, storage, id, findUsed);
    if (mirror) await eraseOrphansOf(services, mirror, id, findUsed);
  });
  if (erased > 0) services.log.info({ erased }, 'deleted orphaned files');
  return erased;
}

async function eraseOrphansOf(
  { db, clock, sweeps }: Pick<Services, 'db' | 'clock' | 'sweeps'>,
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
    const unused = keys.filter((key) => !used.has(key)).map((id) => ({ id }));
    // If a backup prevents this now, the next sweep finds them again.
    await unlessBackupRuns(db, async () => {
      const left = await sweeps.each('orphans', unused, ({ id }) => storage.remove(id));
      erased += unused.length - left;
    });
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before) keys.push(key);
    if (keys.length >= keysPerBatch) await eraseUnused();
  }
  if (keys.length > 0) await eraseUnused();
  return erased;
}
