import { Id } from '../../../../shared/values.ts';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import type { Queryable } from '../../../platform/database.ts';

/** Returns those of `keys` that a row still uses. */
export type FindUsedKeys = (db: Queryable, keys: string[]) => Promise<string[]>;

export interface StoredFileKind {
  findUsed: FindUsedKeys;
  /** Every file that a row uses, once, for backups. */
  all: readonly FilesOfTable[];
}

/** Maps each key prefix, such as `exports/`, to the reads that find its keys in use. */
export type StoredFileKinds = Readonly<Record<string, StoredFileKind>>;

/** Every file that a row uses, by table. */
export function filesOf(kinds: StoredFileKinds): FilesOfTable[] {
  return Object.values(kinds).flatMap(({ all }) => all);
}

/** Those of `keys` that no row uses any more: a file may belong to a version that somebody was given and keeps. */
export async function findUnused(db: Queryable, kinds: StoredFileKinds, keys: string[]): Promise<string[]> {
  const used = new Set<string>();
  for (const [prefix, { findUsed }] of Object.entries(kinds)) {
    const ofKind = keys.filter((key) => key.startsWith(prefix));
    if (ofKind.length > 0) for (const key of await findUsed(db, ofKind)) used.add(key);
  }
  return keys.filter((key) => !used.has(key));
}

/** The row ids in keys of the form `<kind>/<id>…`. */
export function rowIdsOf(keys: readonly string[]): string[] {
  const ids = keys.map((key) => key.split(/[/.]/)[1] ?? '');
  return [...new Set(ids)].filter((id) => Id.safeParse(id).success);
}
