import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type Memory,
  type MemoryListQuery,
  type MemoryType,
  memoryListMaxItems,
} from '../../../../shared/memories/memories.ts';
import { isPlayed, isWritten } from '../../../../shared/memory-types.ts';
import { type Database, preparedOnce, type Queryable, type Tx } from '../../../platform/database.ts';
import { notFound, requireFound } from '../../../platform/errors.ts';
import type { ServedFile } from '../../../platform/http/stored-file.ts';
import { approvalOf } from './approval.ts';
import { type MemoryRow, memories, type ShownMemory } from './memories.table.ts';

export { renameAddressee } from './addressee.ts';
export { createFromFile, findUploaded, requireUploadable, writeLetter } from './create-memory.ts';
export { countToErase, eraseAfterDeath, listDeletedWithDeath } from './delete-on-death.ts';
export { holdForJournal, putJournalFile } from './journal-file.ts';
export { countForReview, type WaitingDeliveries } from './list-for-review.ts';
export type { MemoryHooks } from './memory-hooks.ts';
export {
  eraseVersions,
  findUsedMemoryKeys,
  keepVersion,
  memoryFiles,
  moveVersions,
  storedKeys,
  storedKeysOf,
} from './memory-versions.ts';
export { loadOpened, openForPosting, toOpened, wasOpenedAsItIs } from './openings.ts';
export { receivePhoto } from './receive-photo.ts';

/** The memory as its owner sees it. The URLs change with every revision, so that they can be cached. */
export function toMemory(
  row: MemoryRow,
  openings: z.output<typeof Memory>['openings'] = [],
): z.output<typeof Memory> {
  const url = `/api/memories/${row.id}`;
  // A letter's file is the journal at the last delivery, for those who received it.
  const isShown = row.fileKey !== null && !isWritten(row.type);
  const version = `?v=${row.revision}`;
  const fileUrl = isShown ? `${url}/file${version}` : null;
  return {
    ...row,
    approval: approvalOf(row),
    withJournal: row.journalSince !== null,
    deleteOnDeath: row.deleteOnDeathSince !== null,
    openings,
    fileUrl,
    thumbnailUrl: row.thumbnailKey ? `${url}/thumbnail${version}` : null,
    displayUrl: row.displayKey ? `${url}/display${version}` : fileUrl,
  };
}

/** Throws 404 for somebody else's memory. */
export async function loadMemory(db: Database, userId: string, id: string): Promise<MemoryRow> {
  const [row] = await memoryOfOwner(db).execute({ userId, id });
  return requireFound(row, 'This memory');
}

/** Prepared, since a player requests a video in many small parts. */
const memoryOfOwner = preparedOnce((db) =>
  db
    .select()
    .from(memories)
    .where(and(eq(memories.userId, sql.placeholder('userId')), eq(memories.id, sql.placeholder('id'))))
    .prepare('memory_of_owner'),
);

/** Like `loadMemory`, with a row lock until the transaction ends. */
export async function lockMemory(tx: Tx, userId: string, id: string): Promise<MemoryRow> {
  const [row] = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.id, id)))
    .for('update');
  return requireFound(row, 'This memory');
}

/** Locks all memories of an owner until the transaction ends. */
export function lockMemories(tx: Tx, userId: string): Promise<MemoryRow[]> {
  return tx.select().from(memories).where(eq(memories.userId, userId)).orderBy(memories.id).for('update');
}

interface MemoryPage {
  rows: MemoryRow[];
  /** The cursor of the next page, if there is one. */
  nextBefore: string | undefined;
}

/** The owner's memories, newest first, one page at a time. */
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

/** How many memories of each type the owner keeps. */
export async function countMemories(db: Queryable, userId: string): Promise<Record<MemoryType, number>> {
  const rows = await db
    .select({ type: memories.type, memories: count() })
    .from(memories)
    .where(eq(memories.userId, userId))
    .groupBy(memories.type);
  const counted = Object.fromEntries(rows.map((row) => [row.type, row.memories]));
  return { photo: 0, video: 0, audio: 0, letter: 0, ...counted };
}

/**
 * Whether a page may show its file to others. A video or sound recording is shown only as its rendition, which
 * contains nothing about where it was made; without one it is offered as a download. So is a letter's file.
 */
export function isShownToOthers({
  type,
  fileKey,
  displayKey,
}: Pick<MemoryRow, 'type' | 'fileKey' | 'displayKey'>): boolean {
  return !isWritten(type) && Boolean(isPlayed(type) ? displayKey : fileKey);
}

/** The stored file of a rendition. If a memory has no display rendition, its original. Throws 404 if there is none. */
export function servedFile(
  memory: ShownMemory,
  rendition: 'file' | 'display' | 'thumbnail',
  { download }: Pick<ServedFile, 'download'>,
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
    sha256: memory.fileSha256,
    fileName,
    download,
  };
}

/** A rendition never changes under its key, so the key serves as its ETag. */
function rendered(key: string, contentType: string, fileName: string, download: boolean): ServedFile {
  const extension = extensions[contentType] ?? contentType.replace(/^.*\//, '');
  return {
    key,
    contentType,
    etag: key.replaceAll('/', '.'),
    fileName: `${fileName.replace(/\.[^.]+$/, '')}.${extension}`,
    download,
  };
}

const extensions: Readonly<Record<string, string>> = { 'audio/mp4': 'm4a', 'audio/mpeg': 'mp3' };
