import { createHash, randomUUID } from 'node:crypto';
import { S3Refusal } from './s3-answer.ts';

// The contents of a bucket, in memory: objects, and multipart uploads that are neither completed nor aborted.

export interface S3Object {
  bytes: Buffer;
  etag: string;
  contentType: string;
  modifiedAt: Date;
}

interface Part {
  bytes: Buffer;
  etag: string;
}

interface OpenUpload {
  key: string;
  contentType: string;
  parts: Map<number, Part>;
}

const minPartBytes = 5 * 1024 * 1024;

export class S3Bucket {
  readonly objects = new Map<string, S3Object>();
  readonly uploads = new Map<string, OpenUpload>();

  put(key: string, bytes: Buffer, contentType: string, etag = md5(bytes)): S3Object {
    const object = { bytes, etag: `"${etag}"`, contentType, modifiedAt: new Date() };
    this.objects.set(key, object);
    return object;
  }

  get(key: string): S3Object {
    const object = this.objects.get(key);
    if (!object) throw new S3Refusal(404, 'NoSuchKey');
    return object;
  }

  createUpload(key: string, contentType: string): string {
    const id = randomUUID();
    this.uploads.set(id, { key, contentType, parts: new Map() });
    return id;
  }

  putPart(uploadId: string, key: string, number: number, bytes: Buffer): Part {
    const part = { bytes, etag: `"${md5(bytes)}"` };
    this.#upload(uploadId, key).parts.set(number, part);
    return part;
  }

  /** `wanted` are the part numbers and ETags that the client lists, in its order. */
  completeUpload(uploadId: string, key: string, wanted: { number: number; etag: string }[]): S3Object {
    const upload = this.#upload(uploadId, key);
    const parts = wanted.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (part?.etag !== etag) throw new S3Refusal(400, 'InvalidPart');
      return part;
    });
    if (wanted.some(({ number }, index) => number <= (wanted[index - 1]?.number ?? 0))) {
      throw new S3Refusal(400, 'InvalidPartOrder');
    }
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < minPartBytes)) {
      throw new S3Refusal(400, 'EntityTooSmall');
    }
    if (parts.length === 0) throw new S3Refusal(400, 'MalformedXML');
    this.uploads.delete(uploadId);
    const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex')));
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    return this.put(key, bytes, upload.contentType, `${md5(digests)}-${parts.length}`);
  }

  abortUpload(uploadId: string, key: string): void {
    this.#upload(uploadId, key);
    this.uploads.delete(uploadId);
  }

  /** The keys, sorted, that start with the prefix and come after the given one. */
  keysAfter(prefix: string, after: string): string[] {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  }

  #upload(id: string, key: string): OpenUpload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Refusal(404, 'NoSuchUpload');
    return upload;
  }
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
