import { createWriteStream } from 'node:fs';
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../whole-file.ts';
import { fanOutFolders, keyOfFileName, locate, makeFolder } from './disk-layout.ts';
import { diskFaultOr, isErrno } from './errno.ts';
import { assertKey, assertPrefix, assertRange } from './key.ts';
import { MeteredStream } from './metered-stream.ts';
import {
  type ByteRange,
  FileMissingError,
  type ListedFile,
  type LocalCopy,
  type PutOptions,
  type Storage,
  type StoredFile,
  type TakePiece,
} from './storage.ts';
import { newTemporaryPath, openTemporaryFolder } from './temporary-files.ts';

/** `flush` means fsync before the file is closed, and the pipeline waits for the close. */
const durableWrite = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 };
const readBufferBytes = 256 * 1024;

/** Opens a folder of files, creating it if missing. Several processes may share it. */
export async function openDiskStorage({ dir }: { dir: string }): Promise<Storage> {
  const temporaryFolder = join(dir, 'tmp');
  await openTemporaryFolder(temporaryFolder);
  const place = { dir, temporaryFolder, madeFolders: new Set<string>() };
  return {
    put: (key, source, options) => put(place, key, source, options),
    stat: (key) => statFile(dir, key),
    read: (key, range) => read(dir, key, range),
    readPieces: (key, range, take) => readPieces(dir, key, range, take),
    localCopy: (key) => localCopy(dir, key),
    remove: (key) => remove(dir, key),
    list: (prefix) => list(dir, prefix),
    check: () => check(temporaryFolder),
    close: async () => {},
  };
}

interface Place {
  dir: string;
  temporaryFolder: string;
  /** The fan-out folders that this process has already made durable. */
  madeFolders: Set<string>;
}

async function put(
  place: Place,
  key: string,
  source: Readable,
  { maxBytes, signal }: PutOptions,
): Promise<StoredFile> {
  const temporaryPath = newTemporaryPath(place.temporaryFolder);
  try {
    assertKey(key);
    const meter = new MeteredStream(maxBytes);
    await pipeline(source, meter, createWriteStream(temporaryPath, durableWrite), { signal });
    signal?.throwIfAborted();
    await moveDurably(place, temporaryPath, key);
    return { key, sizeBytes: meter.sizeBytes, sha256: meter.sha256() };
  } catch (error) {
    source.destroy();
    await discard(temporaryPath);
    throw diskFaultOr(error);
  }
}

/** If even this fails, the first failure is the one to report; the next start removes the file. */
async function discard(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

async function moveDurably(place: Place, temporaryPath: string, key: string): Promise<void> {
  const { folder, path } = locate(place.dir, key);
  if (!place.madeFolders.has(folder)) await makeFolder(place.dir, folder);
  place.madeFolders.add(folder);
  await rename(temporaryPath, path);
  await syncFolder(folder);
}

async function statFile(dir: string, key: string): Promise<{ sizeBytes: number } | undefined> {
  assertKey(key);
  const found = await orIfMissing(stat(locate(dir, key).path), undefined);
  return found && { sizeBytes: found.size };
}

async function read(dir: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  const handle = await openFile(dir, key, range);
  return handle.createReadStream({ ...range, highWaterMark: readBufferBytes });
}

/** Throws RangeError unless the file extends to the start of the range. */
async function openFile(dir: string, key: string, range: ByteRange | undefined): Promise<FileHandle> {
  assertKey(key);
  if (range) assertRange(range);
  const handle = await open(locate(dir, key).path, 'r').catch((error: unknown) => {
    throw isErrno(error, 'ENOENT') ? new FileMissingError(key, { cause: error }) : diskFaultOr(error);
  });
  if (range && range.start >= (await handle.stat()).size) {
    await handle.close();
    throw new RangeError(`The file ${key} ends before byte ${range.start}`);
  }
  return handle;
}

const spareBuffers: Buffer[] = [];
const maxSpareBuffers = 32;

async function readPieces(
  dir: string,
  key: string,
  range: ByteRange | undefined,
  take: TakePiece,
): Promise<void> {
  const handle = await openFile(dir, key, range);
  const buffer = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(readBufferBytes);
  try {
    const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
    for (let at = range?.start ?? 0; at < end; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - at), at);
      if (bytesRead === 0) break;
      await take(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    // After a failure `take` may still be reading the buffer.
    if (spareBuffers.length < maxSpareBuffers) spareBuffers.push(buffer);
  } finally {
    await handle.close();
  }
}

async function localCopy(dir: string, key: string): Promise<LocalCopy> {
  if (!(await statFile(dir, key))) throw new FileMissingError(key);
  return { path: locate(dir, key).path, dispose: async () => {} };
}

async function remove(dir: string, key: string): Promise<void> {
  assertKey(key);
  const { folder, path } = locate(dir, key);
  try {
    await unlink(path);
    await syncFolder(folder);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw diskFaultOr(error);
  }
}

async function* list(dir: string, prefix: string): AsyncGenerator<ListedFile> {
  assertPrefix(prefix);
  for (const folder of fanOutFolders(dir)) {
    for (const name of await orIfMissing(readdir(folder), [])) {
      const key = keyOfFileName(name);
      if (!key?.startsWith(prefix)) continue;
      // A file may be removed after its name was read.
      const found = await orIfMissing(stat(join(folder, name)), undefined);
      if (found) yield { key, modifiedAt: found.mtime };
    }
  }
}

async function orIfMissing<T, U>(asked: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await asked;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return otherwise;
    throw diskFaultOr(error);
  }
}

async function check(temporaryFolder: string): Promise<void> {
  const path = newTemporaryPath(temporaryFolder);
  try {
    const written = Buffer.from('storage check');
    await writeFile(path, written, { flag: 'wx', mode: 0o600, flush: true });
    const found = await readFile(path);
    if (!found.equals(written)) throw new Error('The disk gave back other bytes than were written');
  } catch (error) {
    throw diskFaultOr(error);
  } finally {
    await discard(path);
  }
}
