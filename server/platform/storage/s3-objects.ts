import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { diskFaultOr } from './errno.ts';
import { assertKey, assertPrefix, assertRange } from './key.ts';
import { type Bucket, isAnswer, openBucket } from './s3-client.ts';
import type { S3Options } from './s3-options.ts';
import { putObject } from './s3-put.ts';
import type { ByteRange, ListedFile, LocalCopy, Storage } from './storage.ts';
import { FileMissingError } from './storage.ts';
import { newTemporaryPath } from './temporary-files.ts';

/** The operations on a bucket. Loaded through openS3Storage only. */
export function createS3Storage(options: S3Options): Storage {
  const bucket = openBucket(options);
  return {
    put: (key, source, putOptions) => putObject(bucket, key, source, putOptions),
    stat: (key) => statObject(bucket, key),
    read: (key, range) => readObject(bucket, key, range),
    readPieces: async (key, range, take) => {
      const pieces: AsyncIterable<Buffer> = await readObject(bucket, key, range);
      for await (const piece of pieces) await take(piece);
    },
    localCopy: (key) => downloadObject(bucket, key, options.tempDir),
    remove: (key) => removeObject(bucket, key),
    list: (prefix) => listObjects(bucket, prefix),
    check: () => checkBucket(bucket),
    close: async () => bucket.client.destroy(),
  };
}

async function statObject(
  { client, name, reading }: Bucket,
  key: string,
): Promise<{ sizeBytes: number } | undefined> {
  assertKey(key);
  try {
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: name, Key: key }), reading);
    if (ContentLength === undefined) throw new Error(`The store does not tell the size of ${key}`);
    return { sizeBytes: ContentLength };
  } catch (error) {
    if (isAnswer(error, 'NotFound', 'NoSuchKey')) return undefined;
    throw error;
  }
}

async function readObject(
  { client, name, reading }: Bucket,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  assertKey(key);
  if (range) assertRange(range);
  const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
  try {
    const command = new GetObjectCommand({ Bucket: name, Key: key, ...wanted });
    const { Body, ContentRange } = await client.send(command, reading);
    if (!(Body instanceof Readable)) throw new Error(`The store answered nothing for ${key}`);
    if (range && !ContentRange?.startsWith(`bytes ${range.start}-`)) {
      Body.destroy();
      throw new Error(`The store answered ${ContentRange} for bytes ${range.start}-${range.end} of ${key}`);
    }
    return Body;
  } catch (error) {
    if (isAnswer(error, 'NoSuchKey')) throw new FileMissingError(key, { cause: error });
    if (isAnswer(error, 'InvalidRange'))
      throw new RangeError(`The file ${key} ends before byte ${range?.start}`, { cause: error });
    throw error;
  }
}

async function downloadObject(bucket: Bucket, key: string, tempDir: string): Promise<LocalCopy> {
  const body = await readObject(bucket, key);
  const path = newTemporaryPath(tempDir);
  const dispose = () => rm(path, { force: true });
  try {
    await pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await dispose();
    throw diskFaultOr(error);
  }
  return { path, dispose };
}

async function removeObject({ client, name }: Bucket, key: string): Promise<void> {
  assertKey(key);
  try {
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: key }));
  } catch (error) {
    if (!isAnswer(error, 'NoSuchKey')) throw error;
  }
}

async function* listObjects({ client, name, reading }: Bucket, prefix: string): AsyncGenerator<ListedFile> {
  assertPrefix(prefix);
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix }, reading))
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key && LastModified) yield { key: Key, modifiedAt: LastModified };
}

async function checkBucket(bucket: Bucket): Promise<void> {
  const key = `check/${randomUUID()}`;
  const written = Buffer.from('storage check');
  try {
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: written }));
    const found = Buffer.concat(await (await readObject(bucket, key)).toArray());
    if (!found.equals(written)) throw new Error('The store gave back other bytes than were written');
  } finally {
    await removeObject(bucket, key);
  }
}
