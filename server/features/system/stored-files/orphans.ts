import { unlessBackupRuns } from '../../../platform/backup/backup-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { confirmStore, noteKeptOrphans } from '../installation/installation.ts';
import { hasForgotten, rememberNewestEntry } from './forgotten-files.ts';
import { filesOf, findUnused, type StoredFileKinds } from './used-keys.ts';

const orphanHours = 24;
const keysPerBatch = 500;
/** So many files may lack a row, however few there are; of more, at most this share. Otherwise it is the rows that are missing. */
const orphansAtMost = 20;
const shareAtMost = 0.1;

type OrphanServices = Pick<Services, 'db' | 'storage' | 'mirror' | 'clock' | 'log' | 'sweeps'>;
type Store = Pick<Storage, 'list' | 'remove'>;

/**
 * Removes files that no row uses, left behind by a crash between storing the file and writing its row. Skips files
 * younger than a day, so that an upload in progress is never touched. If it seems that the rows are missing rather than the
 * files left over, removes none, unless `despiteDoubt`. Returns how many were removed. Throws OperatorError if a store belongs
 * to another database.
 */
export async function eraseOrphans(
  services: OrphanServices,
  kinds: StoredFileKinds,
  { despiteDoubt = false } = {},
): Promise<number> {
  const { db, storage, mirror, clock, log, sweeps } = services;
  await confirmStore(services, filesOf(kinds));
  const now = await readAgreedNow(db, clock);
  if (!now) return 0;
  const before = minutesAfter(now, -orphanHours * 60);
  const forgets = await hasForgotten(services);
  let erased = 0;
  let kept = 0;
  const stores = [{ id: 'file store', store: storage }, ...(mirror ? [{ id: 'mirror', store: mirror }] : [])];
  const undone = await sweeps.each('orphans-of-a-store', stores, async ({ id, store }) => {
    const { files, orphans } = await findOrphans(services, kinds, store, before);
    const doubt = describeDoubt(orphans.length, { files, forgets });
    if (doubt && !despiteDoubt) {
      kept += orphans.length;
      throw new Error(
        `No row refers to ${orphans.length} of the ${files} files in the ${id}: ${doubt}, so none was erased. If it is right, run "npm run scrub -- --erase-orphans".`,
      );
    }
    erased += await erase(services, kinds, store, orphans);
  });
  if (undone === 0 || kept > 0) await noteKeptOrphans(db, kept);
  if (!forgets || despiteDoubt) await rememberNewestEntry(services);
  if (erased > 0) log.info({ erased }, 'deleted orphaned files');
  return erased;
}

/** Why these may be files of which the rows were lost; undefined if that is unlikely. */
function describeDoubt(
  orphans: number,
  { files, forgets }: { files: number; forgets: boolean },
): string | undefined {
  if (orphans > Math.max(orphansAtMost, files * shareAtMost)) return 'too many';
  return forgets && orphans > 0 ? 'the database is an older one' : undefined;
}

async function findOrphans(
  { db, sweeps }: OrphanServices,
  kinds: StoredFileKinds,
  store: Store,
  before: Date,
): Promise<{ files: number; orphans: string[] }> {
  const found = { files: 0, orphans: [] as string[] };
  const prefixes = Object.keys(kinds).map((id) => ({ id }));
  await sweeps.each('orphans-of-a-kind', prefixes, async ({ id }) => {
    let keys: string[] = [];
    const look = async () => {
      found.orphans.push(...(await findUnused(db, kinds, keys)));
      keys = [];
    };
    for await (const { key, modifiedAt } of store.list(id)) {
      found.files += 1;
      if (modifiedAt < before) keys.push(key);
      if (keys.length >= keysPerBatch) await look();
    }
    if (keys.length > 0) await look();
  });
  return found;
}

async function erase(
  { db, sweeps }: OrphanServices,
  kinds: StoredFileKinds,
  store: Store,
  orphans: readonly string[],
): Promise<number> {
  let erased = 0;
  for (let start = 0; start < orphans.length; start += keysPerBatch) {
    const keys = orphans.slice(start, start + keysPerBatch);
    // If a backup prevents this now, the next sweep finds them again.
    await unlessBackupRuns(db, async () => {
      const unused = (await findUnused(db, kinds, keys)).map((id) => ({ id }));
      const left = await sweeps.each('orphans', unused, ({ id }) => store.remove(id));
      erased += unused.length - left;
    });
  }
  return erased;
}
