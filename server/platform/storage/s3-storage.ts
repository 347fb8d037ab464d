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

// The store's error codes for wrong settings, which waiting does not fix.
const sentences: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET: The store has no bucket of this name.',
  InvalidBucketName: 'S3_BUCKET: The store takes no bucket of this name.',
  AccessDenied: 'S3_BUCKET: The store does not let these keys write to the bucket.',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: The store does not know this key.',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY: The store does not accept this key.',
  AuthorizationHeaderMalformed: 'S3_REGION: The bucket is in another region.',
  PermanentRedirect: 'S3_REGION: The bucket is in another region.',
};

/** A sentence that names the setting refused by the store; undefined if it failed for another reason. */
export function refusedSetting({ name }: Error): string | undefined {
  return sentences[name];
}
