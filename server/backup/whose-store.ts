import { markStore, nameInstallation, readMark } from '../features/system/installation/installation.ts';
import type { Manifest } from '../platform/backup/archive-format.ts';
import type { DatabaseTarget } from '../platform/backup/database-load.ts';
import type { Tx } from '../platform/database.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/storage.ts';

/**
 * The id that the installation has once the backup is restored; undefined if neither the backup nor the file store has one. Throws
 * OperatorError if the store is that of neither the backup nor the database that it replaces. A restore that broke off was
 * asked this before.
 */
export async function idAfterRestore(
  { installation: ofBackup }: Manifest,
  target: DatabaseTarget,
  storage: Storage,
): Promise<string | undefined> {
  const ofStore = await readMark(storage);
  if (ofStore === undefined || ofStore === ofBackup) return ofBackup;
  const isReplaced =
    (await target.isUnfinished()) || ofStore === (await target.firstValue('installation', 'id'));
  if (!isReplaced)
    throw new OperatorError(
      `The file store belongs to another installation (${ofStore}) than the backup${ofBackup ? ` (${ofBackup})` : ''}. Nothing was changed. See "Database and files belong together" in docs/operations.md.`,
    );
  return ofBackup ?? ofStore;
}

interface Stores {
  storage: Storage;
  copies: Storage | undefined;
}

/** The mirror, if it has the id of the file store or the database that is replaced. Any other, and one that does not answer, is left to the next start. */
export async function copiesToRename(
  target: DatabaseTarget,
  { storage, copies }: Stores,
): Promise<Storage | undefined> {
  const mark = copies && (await readMark(copies).catch(() => undefined));
  if (mark === undefined) return undefined;
  const replaced = [await readMark(storage), await target.firstValue('installation', 'id')];
  return replaced.includes(mark) ? copies : undefined;
}

/** Makes the restored database, its file store and `copies` say whose they are; those first, since a second try knows them by the id of the store. */
export async function nameRestored(
  tx: Tx,
  { storage, copies }: Stores,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  await nameInstallation(tx, id);
  if (copies) await markStore(copies, id);
  if ((await readMark(storage)) !== id) await markStore(storage, id);
}
