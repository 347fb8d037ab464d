import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Memory,
  type MemoryListQuery,
  memoryListMaxItems,
} from '../../../../shared/memories/memories.ts';
import type { Services } from '../../../platform/context.ts';
import type { Database, Queryable, Tx } from '../../../platform/database.ts';
import { found, notFound } from '../../../platform/errors.ts';
import type { ServedFile } from '../../../platform/http/stored-file.ts';
import { type MemoryRow, memories } from './memories.table.ts';

/** What other features do about a memory, in the transaction that approves or deletes it; handed in by `server/wiring.ts`. */
export interface MemoryHooks {
  afterApproval(tx: Tx, services: Services, memoryId: string): Promise<void>;
  beforeDeletion(tx: Tx, services: Services, memoryId: string): Promise<void>;
}

/** What the owner is shown of a memory. The addresses change with the bytes behind them. */
export function toMemory(row: MemoryRow): z.output<typeof Memory> {
  const address = `/api/memories/${row.id}`;
  const version = `?v=${row.revision}`;
  const fileUrl = row.fileKey ? `${address}/file${version}` : null;
  return {
    ...row,
    fileUrl,
    thumbnailUrl: row.thumbnailKey ? `${address}/thumbnail${version}` : null,
    displayUrl: row.displayKey ? `${address}/display${version}` : fileUrl,
  };
}

/** A memory of this owner. Throws 404 for any other. */
export async function loadMemory(db: Database, userId: string, id: string): Promise<MemoryRow> {
  const [row] = await queryOn(db).execute({ userId, id });
  return found(row, 'This memory');
}

const queries = new WeakMap<Database, ReturnType<typeof prepareQuery>>();

/** A player asks for one part of a film after another: the query is written and planned once, not each time. */
function queryOn(db: Database) {
  const query = queries.get(db) ?? prepareQuery(db);
  queries.set(db, query);
  return query;
}

function prepareQuery(db: Database) {
  return db
    .select()
    .from(memories)
    .where(and(eq(memories.userId, sql.placeholder('userId')), eq(memories.id, sql.placeholder('id'))))
    .prepare('memory_of_owner');
}

/** The same, held against changes until the transaction ends. */
export async function lockMemory(tx: Tx, userId: string, id: string): Promise<MemoryRow> {
  const [row] = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.id, id)))
    .for('update');
  return found(row, 'This memory');
}

interface MemoryPage {
  rows: MemoryRow[];
  /** Where the next page goes on, when there is one. */
  nextBefore: string | undefined;
}

/** The owner's memories, newest first, at most 500 at a time. */
export async function listMemories(
  db: Queryable,
  userId: string,
  query: z.output<typeof MemoryListQuery>,
): Promise<MemoryPage> {
  const limit = Math.min(query.limit ?? memoryListMaxItems, memoryListMaxItems);
  const rows = await db
    .select()
    .from(memories)
    .where(
      and(
        eq(memories.userId, userId),
        query.before ? lt(memories.id, query.before) : undefined,
        query.type ? eq(memories.type, query.type) : undefined,
      ),
    )
    .orderBy(desc(memories.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return { rows: page, nextBefore: rows.length > limit ? page.at(-1)?.id : undefined };
}

/** The stored file behind a memory or one of its renditions; where there is no such rendition, the original. */
export function servedFile(
  memory: MemoryRow,
  rendition: 'file' | 'display' | 'thumbnail',
  download: boolean,
): ServedFile {
  if (!memory.fileKey || !memory.fileSha256) throw notFound('This file');
  const fileName = memory.fileName ?? memory.title;
  if (rendition === 'display' && memory.displayKey) {
    return rendered(memory.displayKey, memory.displayContentType ?? 'image/webp', fileName, download);
  }
  if (rendition === 'thumbnail') {
    if (!memory.thumbnailKey) throw notFound('This picture');
    return rendered(memory.thumbnailKey, 'image/webp', fileName, download);
  }
  return {
    key: memory.fileKey,
    contentType: memory.contentType ?? 'application/octet-stream',
    sizeBytes: memory.fileSizeBytes,
    etag: memory.fileSha256,
    fileName,
    download,
  };
}

/** Renditions never change under their key, so that the key tells them apart. */
function rendered(key: string, contentType: string, fileName: string, download: boolean): ServedFile {
  const ending = contentType === 'audio/mp4' ? 'm4a' : contentType.replace(/^.*\//, '');
  return {
    key,
    contentType,
    etag: key.replaceAll('/', '.'),
    fileName: `${fileName.replace(/\.[^.]+$/, '')}.${ending}`,
    download,
  };
}

/** Every stored file of a memory. */
export function storedKeys(row: Pick<MemoryRow, 'fileKey' | 'thumbnailKey' | 'displayKey'>): string[] {
  return [row.fileKey, row.thumbnailKey, row.displayKey].filter((key) => key !== null);
}
