import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Options, S3Timeouts } from './s3-options.ts';

const defaultTimeouts: S3Timeouts = { connectMs: 5_000, answerMs: 60_000, idleMs: 120_000 };
/** One attempt and three retries, with exponential backoff. */
const maxAttempts = 4;
/** A film that is watched slowly holds its connection the whole time. */
const maxSockets = 500;

export interface Bucket {
  client: S3Client;
  name: string;
}

/** Whether S3 responded with one of these error codes, such as NoSuchKey. */
export function isAnswer(error: unknown, ...codes: string[]): boolean {
  return error instanceof S3ServiceException && codes.includes(error.name);
}

export function createS3Client(options: S3Options): S3Client {
  const { connectMs, answerMs, idleMs } = { ...defaultTimeouts, ...options.timeouts };
  const { endpoint, accessKeyId, secretAccessKey } = options;
  return new S3Client({
    region: options.region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts,
    // Many servers do not support trailing checksums. Each part is still signed with its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Parts are small and in memory: sending one in vain is cheaper than a round trip before each.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
}
