import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertKey } from './key.ts';
import { MeteredStream } from './metered-stream.ts';
import type { Bucket } from './s3-client.ts';
import { isAnswer } from './s3-client.ts';
import type { PutOptions, StoredFile } from './storage.ts';
import { StorageFullError } from './storage.ts';

// S3 shows an object whole or not at all, so that no temporary key is needed. A part stays in memory until it is
// stored, which is what lets the SDK send it again: one small part at a time keeps four puts of films below 150 MB.
const partSizeBytes = 5 * 1024 * 1024;
const partsInFlight = 1;

const httpInsufficientStorage = 507;

/** Storage.put on a bucket: one request for a small file, parts for a large one; the parts are given up on failure. */
export async function putObject(
  bucket: Bucket,
  key: string,
  source: Readable,
  { maxBytes, contentType, signal }: PutOptions,
): Promise<StoredFile> {
  const meter = new MeteredStream(maxBytes);
  const upload = new Upload({
    client: bucket.client,
    params: { Bucket: bucket.name, Key: key, Body: meter, ...(contentType && { ContentType: contentType }) },
    partSize: partSizeBytes,
    queueSize: partsInFlight,
  });
  try {
    assertKey(key);
    const [stored] = await Promise.allSettled([upload.done(), pipeline(source, meter, { signal })]);
    // What broke the stream is the cause; that the upload then failed too is only its consequence.
    if (meter.errored) throw meter.errored;
    if (stored.status === 'rejected') throw stored.reason;
    await verifySize(bucket, key, meter.sizeBytes, stored.value.ETag);
    return { key, sizeBytes: meter.sizeBytes, sha256: meter.sha256() };
  } catch (error) {
    source.destroy();
    throw isFull(error) ? new StorageFullError({ cause: error }) : error;
  }
}

/** Each part's SHA-256 was signed and so checked by the store; what is left to ask is whether all of it is there. */
async function verifySize(bucket: Bucket, key: string, sizeBytes: number, etag?: string): Promise<void> {
  const where = { Bucket: bucket.name, Key: key };
  const { ContentLength, ETag } = await bucket.client.send(new HeadObjectCommand(where));
  // Another ETag: a later put of the same key has replaced this one in the meantime.
  if (ContentLength === sizeBytes || ETag !== etag) return;
  await bucket.client.send(new DeleteObjectCommand(where));
  throw new Error(`The store kept ${ContentLength} of the ${sizeBytes} bytes of ${key}`);
}

function isFull(error: unknown): boolean {
  if (isAnswer(error, 'QuotaExceeded', 'XMinioStorageFull')) return true;
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === httpInsufficientStorage;
}
