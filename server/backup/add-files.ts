import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type End, type Fault, filesPrefix, type Manifest } from '../platform/backup/archive-format.ts';
import type { ArchiveWriter } from '../platform/backup/archive-writer.ts';
import type { StoredFileRow } from '../platform/backup/database-snapshot.ts';
import { isErrno } from '../platform/storage/errno.ts';
import { FileMissingError, type Storage } from '../platform/storage/storage.ts';
import { newTemporaryPath, openTemporaryFolder } from '../platform/storage/temporary-files.ts';
import { readWhole } from '../platform/storage/whole-read.ts';
import type { Progress } from './progress.ts';

interface Source {
  storage: Storage;
  progress: Progress;
  /** Has room for a copy of the largest file. */
  tempDir: string;
}

/**
 * Adds every stored file that can be read, and names those that are missing, damaged or cannot be read. Throws if the
 * whole store is away.
 */
export async function addFiles(
  archive: ArchiveWriter,
  rows: AsyncIterable<StoredFileRow>,
  total: Manifest['files'],
  { storage, progress, tempDir }: Source,
): Promise<Pick<End, 'files' | 'faults'>> {
  const faults: Fault[] = [];
  const counting = progress.files(total);
  let files = 0;
  await openTemporaryFolder(tempDir);
  const path = newTemporaryPath(tempDir);
  try {
    for await (const { key, sha256 } of rows) {
      const copied = await copyFile(storage, key, counting, path);
      if (typeof copied === 'string') {
        faults.push({ key, fault: copied });
        continue;
      }
      const saved = await archive.add(`${filesPrefix}${key}`, copied.sizeBytes, createReadStream(path));
      if (sha256 && sha256 !== saved) faults.push({ key, fault: 'damaged' });
      files += 1;
    }
  } finally {
    await rm(path, { force: true });
  }
  return { files, faults };
}

/**
 * Copies a stored file to `path`, or tells why that is impossible. A part of an archive that has begun cannot be taken
 * back, so it begins only once the whole file has been read.
 */
async function copyFile(
  storage: Storage,
  key: string,
  counting: ReturnType<Progress['files']>,
  path: string,
): Promise<{ sizeBytes: number } | Fault['fault']> {
  try {
    const found = await storage.stat(key).catch(unreadable);
    if (!found) return 'missing';
    const bytes = counting(orUnreadable(readWhole(storage, key, found.sizeBytes)));
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return found;
  } catch (error) {
    if (!(error instanceof FileUnreadableError)) throw error;
    return await faultOf(storage, error.cause);
  }
}

/** Told apart from whatever else can fail while a file is copied. */
class FileUnreadableError extends Error {
  override readonly name = 'FileUnreadableError';
}

function unreadable(cause: unknown): never {
  throw new FileUnreadableError('A stored file cannot be read', { cause });
}

async function* orUnreadable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (cause) {
    unreadable(cause);
  }
}

/** A failing disk fails file by file, and takes no writes any more. Any other store has to work apart from this file. */
async function faultOf(storage: Storage, error: unknown): Promise<'missing' | 'unreadable'> {
  if (error instanceof FileMissingError) return 'missing';
  const isDiskFailing = isErrno(error, 'EIO') || (error instanceof Error && isErrno(error.cause, 'EIO'));
  if (!isDiskFailing) await storage.check();
  return 'unreadable';
}
