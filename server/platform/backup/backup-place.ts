import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Settings } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { isErrno } from '../storage/errno.ts';
import { isKey } from '../storage/key.ts';
import { openS3Storage } from '../storage/s3-storage.ts';
import { newTemporaryPath, openTemporaryFolder } from '../storage/temporary-files.ts';
import { readWhole } from '../storage/whole-read.ts';
import { syncFolder } from '../whole-file.ts';
import { headerMarkIn } from './archive-format.ts';

export interface PlaceSettings {
  s3: S3Settings;
  tempDir: string;
}

/** Where backups go: a folder, or a bucket given as `s3://bucket/prefix`. */
export interface BackupPlace {
  /** Stores the stream under `name`, completely or not at all; returns its full address. */
  write(name: string, stream: Readable, expectedBytes: number): Promise<string>;
  close(): Promise<void>;
}

export async function openBackupPlace(address: string, settings: PlaceSettings): Promise<BackupPlace> {
  const inBucket = await openBucket(address, settings);
  if (!inBucket) return openFolder(resolve(address));
  const { storage, bucket, path } = inBucket;
  return {
    async write(name, stream, expectedBytes) {
      const key = [path, name].filter(Boolean).join('/');
      await storage.put(key, stream, {
        maxBytes: Number.MAX_SAFE_INTEGER,
        expectedBytes,
        contentType: 'application/octet-stream',
      });
      return `s3://${bucket}/${key}`;
    },
    close: () => storage.close(),
  };
}

/** A backup is written in `unfinished/`, and moved out of it as its last step. */
async function openFolder(folder: string): Promise<BackupPlace> {
  const unfinished = join(folder, 'unfinished');
  await mkdir(folder, { recursive: true });
  await openTemporaryFolder(unfinished);
  return {
    async write(name, stream) {
      const draft = newTemporaryPath(unfinished);
      const path = join(folder, name);
      try {
        await pipeline(stream, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(draft, path);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true });
        if (!isErrno(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) throw error;
        throw new OperatorError(`There is no room for the backup in ${folder}.`, { cause: error });
      }
      return path;
    },
    close: async () => {},
  };
}

/** A stored backup, which may be read several times. */
export interface StoredBackup {
  sizeBytes: number;
  /** From its name. */
  headerMark: string | undefined;
  read(): Readable;
  close(): Promise<void>;
}

/** Opens the backup at a path, or at `s3://bucket/key`. Throws OperatorError if there is none. */
export async function openStoredBackup(address: string, settings: PlaceSettings): Promise<StoredBackup> {
  const inBucket = await openBucket(address, settings);
  if (!inBucket) return openFile(resolve(address));
  const { storage, path } = inBucket;
  const found = await storage.stat(path);
  if (!found) throw noBackup(address);
  return {
    sizeBytes: found.sizeBytes,
    headerMark: headerMarkIn(address),
    read: () => Readable.from(readWhole(storage, path, found.sizeBytes), { objectMode: false }),
    close: () => storage.close(),
  };
}

async function openFile(path: string): Promise<StoredBackup> {
  const found = await stat(path).catch((error: unknown) => {
    throw isErrno(error, 'ENOENT') ? noBackup(path) : error;
  });
  if (!found.isFile()) throw new OperatorError(`${path} is not a file: name the backup itself.`);
  return {
    sizeBytes: found.size,
    headerMark: headerMarkIn(path),
    read: () => createReadStream(path),
    close: async () => {},
  };
}

function noBackup(address: string): OperatorError {
  return new OperatorError(`There is no backup ${address}.`);
}

/** Undefined for a path on this machine. */
async function openBucket(address: string, { s3, tempDir }: PlaceSettings) {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(address) ?? [];
  if (!bucket) return undefined;
  if (path && !isKey(path))
    throw new OperatorError(`${address}: after the bucket only a-z, 0-9, "_", "-", "." and "/" are allowed.`);
  return { bucket, path, storage: await openS3Storage({ ...s3, bucket, tempDir }) };
}
