import { createWriteStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fanOutFolders, keyOfFileName, locate, makeFanOutFolders, syncFolder } from './disk-layout.ts';
import { fullOr, isErrno } from './errno.ts';
import { assertKey, assertPrefix, assertRange } from './key.ts';
import { MeteredStream } from './metered-stream.ts';
import type { ByteRange, ListedFile, LocalCopy, PutOptions, Storage, StoredFile } from './storage.ts';
import { FileMissingError, StorageFullError } from './storage.ts';
import { newTemporaryPath, openTemporaryFolder } from './temporary-files.ts';

/** `flush` is fsync before the file is closed, and the pipeline waits for the close. */
const durableWrite = { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 };
const readBufferBytes = 256 * 1024;

/** Opens (and makes, where it is missing) a folder of files. Several processes may share it. */
export async function openDiskStorage({ dir }: { dir: string }): Promise<Storage> {
  const temporaryFolder = join(dir, 'tmp');
  await openTemporaryFolder(temporaryFolder);
  await makeFanOutFolders(dir);
  return {
    put: (key, source, options) => put({ dir, temporaryFolder }, key, source, options),
    stat: (key) => statFile(dir, key),
    read: (key, range) => read(dir, key, range),
    localCopy: (key) => localCopy(dir, key),
    remove: (key) => remove(dir, key),
    list: (prefix) => list(dir, prefix),
    check: () => check(temporaryFolder),
    close: async () => {},
  };
}

async function put(
  place: { dir: string; temporaryFolder: string },
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
    const { folder, path } = locate(place.dir, key);
    await rename(temporaryPath, path);
    await syncFolder(folder);
    return { key, sizeBytes: meter.sizeBytes, sha256: meter.sha256() };
  } catch (error) {
    source.destroy();
    await rm(temporaryPath, { force: true });
    throw fullOr(error);
  }
}

async function statFile(dir: string, key: string): Promise<{ sizeBytes: number } | undefined> {
  assertKey(key);
  try {
    const { size } = await stat(locate(dir, key).path);
    return { sizeBytes: size };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function read(dir: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  assertKey(key);
  if (range) assertRange(range);
  const handle = await open(locate(dir, key).path, 'r').catch((error: unknown) => {
    throw isErrno(error, 'ENOENT') ? new FileMissingError(key, { cause: error }) : error;
  });
  if (range && range.start >= (await handle.stat()).size) {
    await handle.close();
    throw new RangeError(`The file ${key} ends before byte ${range.start}`);
  }
  return handle.createReadStream({ ...range, highWaterMark: readBufferBytes });
}

async function localCopy(dir: string, key: string): Promise<LocalCopy> {
  if (!(await statFile(dir, key))) throw new FileMissingError(key);
  return { path: locate(dir, key).path, dispose: async () => {} };
}

async function remove(dir: string, key: string): Promise<void> {
  assertKey(key);
  const { folder, path } = locate(dir, key);
  await rm(path, { force: true });
  await syncFolder(folder);
}

async function* list(dir: string, prefix: string): AsyncGenerator<ListedFile> {
  assertPrefix(prefix);
  for (const folder of fanOutFolders(dir)) {
    for (const name of await readdir(folder)) {
      const key = keyOfFileName(name);
      if (!key?.startsWith(prefix)) continue;
      const modifiedAt = await modificationTime(join(folder, name));
      if (modifiedAt) yield { key, modifiedAt };
    }
  }
}

/** undefined when the file was removed since its name was read. */
async function modificationTime(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function check(temporaryFolder: string): Promise<void> {
  const path = newTemporaryPath(temporaryFolder);
  try {
    const written = Buffer.from('storage check');
    await writeFile(path, written, { flag: 'wx', mode: 0o600, flush: true });
    if (!(await readFile(path)).equals(written))
      throw new Error('The disk gave back other bytes than were written');
  } catch (error) {
    throw fullOr(error);
  } finally {
    await rm(path, { force: true });
  }
}
