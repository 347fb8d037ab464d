import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../../test/fakes/s3-server.ts';
import type { S3Options } from './s3-options.ts';
import { openS3Storage } from './s3-storage.ts';
import { type Storage, StorageFullError } from './storage.ts';

// Behaviour specific to a store across a network. What every storage does is in storage.test.ts.

const mebibyte = 1024 * 1024;
const key = 'memories/a/original';
const roomy = { maxBytes: 100 * mebibyte };
const small = randomBytes(50_000);
const large = randomBytes(12 * mebibyte);

let server: S3Server;
let tempDir: string;
let storage: Storage;

beforeEach(async () => {
  server = await startS3Server();
  tempDir = await mkdtemp(join(tmpdir(), 's3-storage-'));
  storage = await open();
});

afterEach(async () => {
  await storage.close();
  await server.close();
  await rm(tempDir, { recursive: true });
});

describe('F14: a put while the store is having a bad day', () => {
  test.each([
    { fault: { kind: 'status', status: 500 } as const, operation: 'PutObject' as const, bytes: small },
    { fault: { kind: 'status', status: 503 } as const, operation: 'PutObject' as const, bytes: small },
    {
      fault: { kind: 'status', status: 500 } as const,
      operation: 'CreateMultipartUpload' as const,
      bytes: large,
    },
    { fault: { kind: 'status', status: 503 } as const, operation: 'UploadPart' as const, bytes: large },
    { fault: { kind: 'cutRequest', afterBytes: 1 } as const, operation: 'PutObject' as const, bytes: small },
    {
      fault: { kind: 'cutRequest', afterBytes: mebibyte } as const,
      operation: 'UploadPart' as const,
      bytes: large,
    },
    { fault: { kind: 'cutAnswer', afterBytes: 0 } as const, operation: 'UploadPart' as const, bytes: large },
    {
      fault: { kind: 'status', status: 500 } as const,
      operation: 'CompleteMultipartUpload' as const,
      bytes: large,
    },
  ])('$operation that meets $fault.kind $fault.status twice is tried again and stores all', async (bad) => {
    server.faults.plan(bad.fault, { operation: bad.operation, times: 2 });
    await storage.put(key, Readable.from([bad.bytes]), roomy);
    expect((await bytesOf(key)).equals(bad.bytes)).toBe(true);
    expect(server.bucket.uploads.size).toBe(0);
  });

  test('retries when the store responds too late', async () => {
    const hasty = await open({ timeouts: { answerMs: 150 } });
    server.faults.plan({ kind: 'slow', delayMs: 60_000 }, { operation: 'PutObject', times: 2 });
    await hasty.put(key, Readable.from([small]), roomy);
    expect((await bytesOf(key)).equals(small)).toBe(true);
    expect(requestsOf('PutObject')).toBe(3);
    await hasty.close();
  });

  test('what is only read waits for less long', async () => {
    await storage.put(key, Readable.from([small]), roomy);
    const hasty = await open({ timeouts: { readAnswerMs: 150 } });
    for (const operation of ['GetObject', 'HeadObject', 'ListObjectsV2'] as const)
      server.faults.plan({ kind: 'slow', delayMs: 20_000 }, { operation, times: 4 });
    const listed = Array.fromAsync(hasty.list(''));
    const asked = await Promise.allSettled([hasty.read(key), hasty.stat(key), listed]);
    const late = expect.objectContaining({ name: 'StorageUnavailableError' });
    expect(asked).toEqual(Array(3).fill({ status: 'rejected', reason: late }));
    await hasty.close();
  });

  test('retries end: a persistent error fails the put, aborts the upload and destroys the source', async () => {
    server.faults.plan({ kind: 'status', status: 500 }, { operation: 'UploadPart', times: 100 });
    const source = Readable.from([large]);
    await expect(storage.put(key, source, roomy)).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      cause: { name: 'InternalError' },
    });
    expect(requestsOf('UploadPart')).toBeLessThanOrEqual(8);
    expect(source.destroyed).toBe(true);
    expect(server.bucket.uploads.size).toBe(0);
    expect(server.bucket.objects.size).toBe(0);
  });

  test.each([
    { bytes: small, operation: 'PutObject' as const },
    { bytes: large, operation: 'UploadPart' as const },
  ])('the store detects a bit flipped in transit: $operation fails and leaves nothing', async (bad) => {
    server.faults.plan({ kind: 'flipBit' }, { operation: bad.operation });
    const given = storage.put(key, Readable.from([bad.bytes]), roomy);
    await expect(given).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    expect(server.bucket.uploads.size).toBe(0);
    expect(server.bucket.objects.size).toBe(0);
  });

  test('detects a store that silently lost a byte, and removes the rest', async () => {
    server.faults.plan({ kind: 'loseByte' }, { operation: 'PutObject' });
    const given = storage.put(key, Readable.from([small]), roomy);
    await expect(given).rejects.toThrow('kept 49999 of the 50000 bytes');
    expect(server.bucket.objects.size).toBe(0);
  });

  test('a full store is a StorageFullError', async () => {
    server.faults.plan({ kind: 'status', status: 507 }, { operation: 'PutObject', times: 100 });
    await expect(storage.put(key, Readable.from([small]), roomy)).rejects.toThrow(StorageFullError);
  });
});

describe('a large file', () => {
  test('goes up in parts, as one object with its type', async () => {
    await storage.put(key, Readable.from([large]), { ...roomy, contentType: 'video/mp4' });
    expect(requestsOf('UploadPart')).toBe(3);
    expect(server.bucket.get(key).contentType).toBe('video/mp4');
  });

  test('that is aborted midway aborts its multipart upload', async () => {
    const controller = new AbortController();
    const source = Readable.from(
      (async function* () {
        yield large;
        while (requestsOf('UploadPart') === 0) yield Buffer.alloc(1024);
        controller.abort();
        yield large;
      })(),
    );
    const given = storage.put(key, source, { ...roomy, signal: controller.signal });
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(requestsOf('AbortMultipartUpload')).toBe(1);
    expect(server.bucket.uploads.size).toBe(0);
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await storage.put(key, Readable.from([large]), roomy);
  });

  test('from a connection that is cut midway ends in an error, never in a shorter file', async () => {
    server.faults.plan({ kind: 'cutAnswer', afterBytes: mebibyte }, { operation: 'GetObject' });
    const stream = await storage.read(key);
    await expect(stream.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('into a local copy over a connection that is cut midway leaves no file', async () => {
    server.faults.plan({ kind: 'cutAnswer', afterBytes: mebibyte }, { operation: 'GetObject' });
    await expect(storage.localCopy(key)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await readdir(tempDir)).toEqual([]);
  });

  test('is retried after a 503', async () => {
    server.faults.plan({ kind: 'status', status: 503 }, { operation: 'GetObject' });
    expect((await bytesOf(key)).equals(large)).toBe(true);
  });

  test('a local copy is removed when it is disposed of', async () => {
    const copy = await storage.localCopy(key);
    expect(await readdir(tempDir)).toHaveLength(1);
    await copy.dispose();
    expect(await readdir(tempDir)).toEqual([]);
  });
});

test('lists more files than fit in one response', async () => {
  const keys = Array.from({ length: 1205 }, (_, index) => `memories/${String(index).padStart(4, '0')}`);
  for (const one of keys) server.bucket.put(one, small, 'text/plain');
  const listed = await Readable.from(storage.list('memories/')).toArray();
  expect(listed.map((one) => one.key)).toEqual(keys);
  expect(requestsOf('ListObjectsV2')).toBe(2);
});

describe('a configuration mistake is an error, not a missing file', () => {
  test.each([
    { wrong: { secretAccessKey: 'another' }, name: 'SignatureDoesNotMatch' },
    { wrong: { accessKeyId: 'NOBODY' }, name: 'InvalidAccessKeyId' },
    { wrong: { bucket: 'nowhere' }, name: 'NoSuchBucket' },
  ])('$name', async ({ wrong, name }) => {
    const misled = await open(wrong);
    await expect(misled.check()).rejects.toMatchObject({ name });
    await expect(misled.read(key)).rejects.toMatchObject({ name });
    await expect(misled.put(key, Readable.from([small]), roomy)).rejects.toMatchObject({ name });
    await misled.close();
  });

  test('an unreachable store: opening succeeds, the check fails', async () => {
    const closed = await startS3Server();
    await closed.close();
    const misled = await open({ endpoint: closed.url });
    await expect(misled.check()).rejects.toMatchObject({
      name: 'StorageUnavailableError',
      cause: { code: 'ECONNREFUSED' },
    });
    await misled.close();
  });
});

function open(changes: Partial<S3Options> = {}): Promise<Storage> {
  const { url: endpoint, bucketName: bucket, credentials } = server;
  return openS3Storage({ bucket, endpoint, ...credentials, tempDir, ...changes });
}

function requestsOf(operation: string): number {
  return server.requests.filter((request) => request.operation === operation).length;
}

async function bytesOf(stored: string): Promise<Buffer> {
  return Buffer.concat(await (await storage.read(stored)).toArray());
}
