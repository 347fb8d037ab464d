import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { eraseFiles } from '../../../job-list.ts';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { rowIdsOf } from '../../system/stored-files/stored-files.ts';
import { type MemoryRow, memories, memoryVersions, type ShownMemory } from './memories.table.ts';

/** Keeps what recipients see of a memory now, before it is changed or deleted. Returns the version's id. */
export async function keepVersion(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { id: memoryId, ...shown }: MemoryRow,
): Promise<string> {
  const [version] = await tx
    .insert(memoryVersions)
    .values({ ...shown, memoryId, keptAt: clock.now() })
    .returning({ id: memoryVersions.id });
  return requireFound(version).id;
}

/** Moves versions to another account: they outlive the one that is erased. */
export async function moveVersions(tx: Tx, ids: string[], toUserId: string): Promise<void> {
  await tx.update(memoryVersions).set({ userId: toUserId }).where(inArray(memoryVersions.id, ids));
}

/** The keys of all stored files of an account, except those that another account's versions use. */
export async function storedKeysOf(db: Queryable, userId: string): Promise<string[]> {
  const theirs = await db.select().from(memories).where(eq(memories.userId, userId));
  const versions = await db.select().from(memoryVersions).where(eq(memoryVersions.userId, userId));
  const keys = [...theirs, ...versions].flatMap(storedKeys);
  const others = await db
    .select()
    .from(memoryVersions)
    .where(and(inArray(memoryVersions.memoryId, rowIdsOf(keys)), ne(memoryVersions.userId, userId)));
  const used = new Set(others.flatMap(storedKeys));
  return [...new Set(keys)].filter((key) => !used.has(key));
}

/** Adds the rendition of a file to versions that were kept before it was made. */
export async function addRendition(
  tx: Tx,
  { id, fileKey }: MemoryRow,
  rendition: Pick<ShownMemory, 'displayKey' | 'displayContentType'>,
): Promise<void> {
  if (!fileKey) return;
  await tx
    .update(memoryVersions)
    .set(rendition)
    .where(
      and(
        eq(memoryVersions.memoryId, id),
        eq(memoryVersions.fileKey, fileKey),
        isNull(memoryVersions.displayKey),
      ),
    );
}

/** Erases versions that nobody is shown any more; a job erases their files soon after, unless something else uses them. */
export async function eraseVersions(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  which: SQL | undefined,
): Promise<void> {
  const erased = await tx.delete(memoryVersions).where(which).returning();
  const erasures = erased.map((row) => ({ keys: storedKeys(row) })).filter(({ keys }) => keys.length > 0);
  if (erasures.length > 0) await jobs.enqueue(tx, eraseFiles, erasures);
}

/** The keys of all stored files of a memory. */
export function storedKeys(row: Pick<ShownMemory, 'fileKey' | 'thumbnailKey' | 'displayKey'>): string[] {
  return [row.fileKey, row.thumbnailKey, row.displayKey].filter((key) => key !== null);
}

/** Which of these storage keys a memory still uses, or a version that somebody was given. */
export async function findUsedMemoryKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const ids = rowIdsOf(keys);
  const current = await db.select().from(memories).where(inArray(memories.id, ids));
  const given = await db.select().from(memoryVersions).where(inArray(memoryVersions.memoryId, ids));
  return [...current, ...given].flatMap(storedKeys);
}

/** Every file of every memory and version, for backups. */
export const memoryFiles: readonly FilesOfTable[] = [
  {
    table: 'memories',
    files: sql`select key, sha256, size_bytes, user_id from (${filesIn(memories, 'id')}) current`,
  },
  {
    table: 'memory_versions',
    files: sql`
      select distinct key, sha256, size_bytes, user_id from (${filesIn(memoryVersions, 'memory_id')}) given
      where not exists (
        select 1 from memories m where m.id = given.memory and given.key in (m.file_key, m.thumbnail_key, m.display_key))`,
  },
];

function filesIn(table: typeof memories | typeof memoryVersions, id: string): SQL {
  const memory = sql.identifier(id);
  return sql`
    select ${memory} as memory, file_key as key, file_sha256 as sha256, file_size_bytes as size_bytes, user_id
    from ${table} where file_key is not null
    union all select ${memory}, thumbnail_key, null, null, user_id from ${table} where thumbnail_key is not null
    union all select ${memory}, display_key, null, null, user_id from ${table} where display_key is not null`;
}
