import type { S3Options } from './s3-options.ts';
import type { Storage } from './storage.ts';
import { openTemporaryFolder } from './temporary-files.ts';

/**
 * Opens a bucket. Sends nothing before the first operation, so that the process starts even while the store is down.
 */
export async function openS3Storage(options: S3Options): Promise<Storage> {
  await openTemporaryFolder(options.tempDir);
  // The SDK is large: installations that store files on disk should not load it.
  const { createS3Storage } = await import('./s3-objects.ts');
  return createS3Storage(options);
}
