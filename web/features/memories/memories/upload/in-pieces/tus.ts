import { DetailedError, Upload } from 'tus-js-client';
import { beginActivity } from '../../../../../lib/activity.ts';
import { ApiError } from '../../../../../lib/api/api-error.ts';
import { readCredentials } from '../../../../../lib/api/credentials.ts';
import { authorization, isRefusal } from '../../../../../lib/api/request.ts';
import { endRefusedSession } from '../../../../../lib/api/session-end.ts';
import type { KeptUpload } from './kept-uploads.ts';

// Loaded when a file is first sent.

/** At most this much has to be sent again if a server is killed. */
const pieceBytes = 2 * 1024 * 1024;
/** After a conflict, caused by a second tab or a lost response, tus asks again where the upload stands. */
const conflictRetryMs = [0, 500, 1000];

interface SendOptions {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  onUrl: (url: string) => Promise<void>;
  onArrived: (arrivedBytes: number) => Promise<void>;
}

/** Sends the missing part of a file. Throws an ApiError for what the server refuses, any other error if there is no connection. */
export async function sendBytes(
  kept: KeptUpload,
  file: File,
  { signal, onProgress, onUrl, onArrived }: SendOptions,
): Promise<void> {
  const { token } = readCredentials();
  const endActivity = beginActivity();
  try {
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: `${window.location.origin}/api/uploads`,
        uploadUrl: kept.url,
        headers: authorization(token),
        metadata: {
          filename: kept.fileName,
          filetype: file.type.split(';')[0] ?? '',
          type: kept.type,
          ...(kept.sha256 && { sha256: kept.sha256 }),
        },
        chunkSize: pieceBytes,
        retryDelays: conflictRetryMs,
        onShouldRetry: (error) => error.originalResponse?.getStatus() === 409,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => {
          if (signal.aborted) void upload.abort(true).catch(() => undefined);
          else if (upload.url !== null && upload.url !== kept.url) void onUrl(upload.url);
        },
        onProgress,
        onChunkComplete: (_size, arrivedBytes) => void onArrived(arrivedBytes),
        onSuccess: () => resolve(),
        onError: (error) => reject(asApiError(error)),
      });
      signal.addEventListener('abort', () => {
        // One that is still being created is only stopped once its URL is known: otherwise the server would keep it for a week.
        if (upload.url !== null) void upload.abort();
        reject(signal.reason);
      });
      signal.throwIfAborted();
      upload.start();
    });
    await onArrived(kept.sizeBytes);
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error.status)) void endRefusedSession(token);
    throw error;
  } finally {
    endActivity();
  }
}

function asApiError(error: Error): Error {
  const answer = error instanceof DetailedError ? error.originalResponse : null;
  const status = answer?.getStatus() ?? 0;
  return status === 0 ? error : new ApiError({ status, statusText: '', body: answer?.getBody() ?? '' });
}
