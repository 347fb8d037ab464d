import { Id } from '../../../../shared/values.ts';
import { unlessBackupRuns } from '../../../platform/backup/backup-lock.ts';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';

const orphanHours = 24;
const keysPerBatch = 500;

/** Returns those of `keys` that a row still uses. */
export type FindUsedKeys = (db: Queryable, keys: string[]) => Promise<string[]>;

export interface StoredFileKind {
  findUsed: FindUsedKeys;
  /** Each file that a row uses, once, for backups. */
  all: readonly FilesOfTable[];
}

/** Maps each key prefix, such as `exports/`, to the reads that find its keys in use. */
export type StoredFileKinds = Readonly<Record<string, StoredFileKind>>;

/** Removes stored files; a file that is already gone is not an error. */
export async function eraseFiles(
  { storage }: Pick<Services, 'storage'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

/** Those of `keys` that no row uses: a file may have been given to somebody who keeps it. */
export async function findUnused(db: Queryable, kinds: StoredFileKinds, keys: string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const [prefix, { findUsed }] of Object.entries(kinds)) {
    const ofKind = keys.filter((key) => key.startsWith(prefix));
    if (ofKind.length > 0) for (const key of await findUsed(db, ofKind)) used.add(key);
  }
  return keys.filter((key) => !used.has(key));
}

/**
 * Removes files that no row uses, left behind by a crash between storing the file and writing its row. Skips files
 * younger than a day, so that an upload in progress is never touched. Returns how many were removed.
 */
export async function eraseOrphans(
  services: Pick<Services, 'db' | 'storage' | 'clock' | 'log'>,
  kinds: StoredFileKinds,
): Promise<number> {
  let erased = 0;
  for (const [prefix, { findUsed }] of Object.entries(kinds))
    erased += await eraseOrphansOf(services, prefix, findUsed);
  if (erased > 0) services.log.info({ erased }, 'deleted orphaned files');
  return erased;
}

async function eraseOrphansOf(
  { db, storage, clock }: Pick<Services, 'db' | 'storage' | 'clock'>,
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

/** The row ids in keys of the form `<kind>/<id>…`. */
export function rowIdsOf(keys: readonly string[]): string[] {
  const ids = keys.map((key) => key.split(/[/.]/)[1] ?? '');
  return [...new Set(ids)].filter((id) => Id.safeParse(id).success);
}
