import { createHash } from 'node:crypto';
import { ne, sql } from 'drizzle-orm';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { OperatorError, requireFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { readStoredText, storeText } from '../../../platform/storage/stored-text.ts';
import { type InstallationRow, installation } from './installation.table.ts';

export { confirmSecrets, refuseOtherSecrets, sealedCheck } from './secrets.ts';

/** The stored file that holds the id of the installation. */
export const markKey = 'installation';

/** How many files of each kind are looked for in a store that may be ours. */
const sampledFiles = 20;
const whatToDo = 'See "Database and files belong together" in docs/operations.md.';

type StoreServices = Pick<Services, 'db' | 'storage' | 'mirror'>;

/**
 * Makes sure that the file store and its mirror belong to this database: their ids are the same. What has no id yet gets it.
 * Throws OperatorError if they belong to another, and any other error if it cannot be told now. `storedFiles` are those that
 * the database refers to.
 */
export async function confirmStore(
  services: StoreServices,
  storedFiles: readonly FilesOfTable[],
): Promise<void> {
  const { db, storage, mirror } = services;
  // Read before the row: a store is marked only after the row was written.
  const mark = await readMark(storage);
  const { id } = (await findInstallation(db)) ?? (await beginInstallation(services, mark, storedFiles));
  if (mark === undefined) await markStore(storage, id);
  else if (mark !== id) throw new OperatorError(describeForeign('file store', mark, id));
  if (!mirror) return;
  const copy = await readMark(mirror);
  if (copy === undefined) await mirror.keep(markKey, createHash('sha256').update(id).digest('hex'));
  else if (copy !== id) throw new OperatorError(describeForeign('mirror', copy, id));
}

function describeForeign(store: string, mark: string, id: string): string {
  return `The ${store} belongs to another installation (${mark}) than the database (${id}). Nothing was changed. ${whatToDo}`;
}

/** The id in a file store; undefined if it holds none. */
export async function readMark(store: Pick<Storage, 'read'>): Promise<string | undefined> {
  return (await readStoredText(store, markKey))?.trim();
}

export async function markStore(storage: Pick<Storage, 'put'>, id: string): Promise<void> {
  await storeText(storage, markKey, id);
}

/** Undefined before the first start. */
export async function findInstallation(db: Queryable): Promise<InstallationRow | undefined> {
  const [row] = await db.select().from(installation);
  return row;
}

/** Gives the database this id, unless it has one. */
export async function nameInstallation(db: Queryable, id: string): Promise<void> {
  await db.insert(installation).values({ id }).onConflictDoNothing();
}

/** A database that holds the rows of a store's files was restored from a time when there were no ids. An empty one takes over nothing. */
async function beginInstallation(
  { db, storage }: StoreServices,
  mark: string | undefined,
  storedFiles: readonly FilesOfTable[],
): Promise<InstallationRow> {
  if (mark !== undefined && !(await holdsFilesOf(db, storage, storedFiles)))
    throw new OperatorError(
      `The file store belongs to an installation (${mark}), and the database to none: it is empty, or not the right one. Nothing was changed. ${whatToDo}`,
    );
  await nameInstallation(db, mark ?? newId());
  return requireFound(await findInstallation(db));
}

async function holdsFilesOf(
  db: Queryable,
  storage: Storage,
  storedFiles: readonly FilesOfTable[],
): Promise<boolean> {
  for (const { files } of storedFiles) {
    const { rows } = await db.execute<{ key: string }>(
      sql`select key from (${files}) f limit ${sampledFiles}`,
    );
    for (const { key } of rows) if (await storage.stat(key)) return true;
  }
  return false;
}

/** Records for staff how many files without a row a sweep has kept. */
export async function noteKeptOrphans(db: Queryable, keptOrphans: number): Promise<void> {
  await db.update(installation).set({ keptOrphans }).where(ne(installation.keptOrphans, keptOrphans));
}
