import type { Storage } from './storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

export interface S3Options {
  bucket: string;
  region: string;
  /** A server other than Amazon's, such as `http://127.0.0.1:9000`; its buckets are addressed by path. */
  endpoint?: string | undefined;
  /** Without the two keys the SDK looks where it always does: environment, profile, machine role. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** For local copies. */
  tempDir: string;
  timeouts?: Partial<S3Timeouts> | undefined;
}

export interface S3Timeouts {
  connectMs: number;
  /** From the first byte of a request to the head of its answer; one attempt. */
  answerMs: number;
  /** Without a byte in either direction, while an answer is read. */
  idleMs: number;
}

/** Opens a bucket. Nothing is sent before the first call of a verb, so that a store that is down stops no start. */
export async function openS3Storage(options: S3Options): Promise<Storage> {
  await openTemporaryFolder(options.tempDir);
  // The SDK is large: whoever keeps files on disk does not wait for it.
  const { createS3Storage } = await import('./s3-objects.ts');
  return createS3Storage(options);
}
