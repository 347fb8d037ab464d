import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Options, S3Timeouts } from './s3-options.ts';
import { StorageFullError, StorageUnavailableError } from './storage.ts';

const defaultTimeouts: S3Timeouts = {
  connectMs: 5_000,
  answerMs: 60_000,
  readAnswerMs: 15_000,
  idleMs: 120_000,
};
/** One attempt and three retries, with exponential backoff. */
const maxAttempts = 4;
/** A video that is watched slowly holds its connection the whole time. */
const maxSockets = 500;

export interface Bucket {
  client: S3Client;
  name: string;
  /** Options of the requests that write nothing. */
  reading: { requestTimeout: number };
}

export function openBucket(options: S3Options): Bucket {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  return {
    client: createS3Client(options, timeouts),
    name: options.bucket,
    reading: { requestTimeout: timeouts.readAnswerMs },
  };
}

/** Whether S3 responded with one of these error codes, such as NoSuchKey. */
export function isAnswer(error: unknown, ...codes: string[]): boolean {
  return error instanceof S3ServiceException && codes.includes(error.name);
}

/**
 * Every operation of the client throws StorageFullError or StorageUnavailableError once the retries have ended; what the
 * store refuses for a reason (4xx) is thrown as it is.
 */
function createS3Client(options: S3Options, { connectMs, answerMs, idleMs }: S3Timeouts): S3Client {
  const { endpoint, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region: options.region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts,
    // Many servers do not support trailing checksums. Each part is still signed with its SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Parts are small and in memory: resending one is cheaper than asking first for each.
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
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw storeFaultOr(error);
      }),
    { step: 'initialize', priority: 'high', name: 'storeFaults' },
  );
  return client;
}

const httpInsufficientStorage = 507;

function storeFaultOr(error: unknown): unknown {
  if (isAnswer(error, 'QuotaExceeded', 'XMinioStorageFull')) return new StorageFullError({ cause: error });
  if (!(error instanceof Error) || notAboutTheStore.has(error.name)) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === httpInsufficientStorage) return new StorageFullError({ cause: error });
  if (status !== undefined && status < 500) return error;
  const what = 'code' in error ? String(error.code) : error.name;
  return new StorageUnavailableError(`The file storage failed (${what})`, { cause: error });
}

const notAboutTheStore = new Set(['AbortError', 'CredentialsProviderError']);
