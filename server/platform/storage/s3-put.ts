import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertKey } from './key.ts';
import { MeteredStream } from './metered-stream.ts';
import type { Bucket } from './s3-client.ts';
import { type PutOptions, StorageUnavailableError, type StoredFile } from './storage.ts';

// An S3 object appears whole or not at all, so no temporary key is needed. A part stays in memory until it is stored,
// so that the SDK can resend it: sending one small part at a time keeps four concurrent uploads of videos below 150
// MB.
const smallestPartBytes = 5 * 1024 * 1024;
/** Fewer than the 10,000 that a store allows, since `expectedBytes` is only an estimate. */
const mostParts = 8_000;
const partsInFlight = 1;

/** Storage.put for a bucket: one request for a small file, a multipart upload for a large one, aborted on failure. */
export async function putObject(
  bucket: Bucket,
  key: string,
  source: Readable,
  { maxBytes, contentType, expectedBytes = 0, signal }: PutOptions,
): Promise<StoredFile> {
  const meter = new MeteredStream(maxBytes);
  const upload = new Upload({
    client: bucket.client,
    params: { Bucket: bucket.name, Key: key, Body: meter, ...(contentType && { ContentType: contentType }) },
    partSize: Math.max(smallestPartBytes, Math.ceil(expectedBytes / mostParts)),
    queueSize: partsInFlight,
  });
  try {
    assertKey(key);
    const [stored] = await Promise.allSettled([upload.done(), pipeline(source, meter, { signal })]);
    // An error in the stream is the cause, and the failed upload only its consequence; except that the SDK aborts the
    // stream when the store has failed.
    const broken = meter.errored;
    if (broken && (broken.name !== 'AbortError' || signal?.aborted)) throw broken;
    if (stored.status === 'rejected') throw stored.reason;
    await verifySize(bucket, key, meter.sizeBytes, stored.value.ETag);
    return { key, sizeBytes: meter.sizeBytes, sha256: meter.sha256() };
  } catch (error) {
    source.destroy();
    throw error;
  }
}

/**
 * The SHA-256 of each part was signed and so checked by the store; what remains is to check that all parts are there.
 */
async function verifySize(bucket: Bucket, key: string, sizeBytes: number, etag?: string): Promise<void> {
  const where = { Bucket: bucket.name, Key: key };
  const { ContentLength, ETag } = await bucket.client.send(new HeadObjectCommand(where));
  // Another ETag means that a later put of the same key has replaced this one.
  if (ContentLength === sizeBytes || ETag !== etag) return;
  await bucket.client.send(new DeleteObjectCommand(where));
  throw new StorageUnavailableError(`The store kept ${ContentLength} of the ${sizeBytes} bytes of ${key}`);
}
