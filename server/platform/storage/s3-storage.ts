import type { S3Options } from './s3-options.ts';
import type { Storage } from './storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

/** Opens a bucket. Nothing is sent before the first call of a verb, so that a store that is down stops no start. */
export async function openS3Storage(options: S3Options): Promise<Storage> {
  await openTemporaryFolder(options.tempDir);
  // The SDK is large: whoever keeps files on disk does not wait for it.
  const { createS3Storage } = await import('./s3-objects.ts');
  return createS3Storage(options);
}
