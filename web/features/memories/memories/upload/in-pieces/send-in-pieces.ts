import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { ApiError } from '../../../../../lib/api/api-error.ts';
import { write } from '../../../../../lib/api/request.ts';
import { deleteRecording } from '../../recording/store/recording-store.ts';
import { type MemoryValues, someoneElse } from '../memory-values.ts';
import { createPauses } from './connection.ts';
import { hashFile } from './file-hash.ts';
import { forgetUpload, isReadable, type KeptUpload, keepUpload } from './kept-uploads.ts';

/** There is no connection, or the server says that it cannot accept more for now. */
export type WaitingCause = 'offline' | 'busy';

export interface PiecesOptions {
  /** Called with how many bytes were sent; the last of them may have to be sent again. */
  onProgress: (sentBytes: number) => void;
  /** It is stalled at the moment, and will continue automatically. */
  onWaiting: (arrivedBytes: number, cause: WaitingCause) => void;
  /** Its position has changed, which was saved in this browser. */
  onChange: (upload: KeptUpload) => void;
  /** Stops it: what has arrived stays on the server. The promise then rejects with the signal's reason. */
  signal: AbortSignal;
}

/**
 * Sends a file in pieces and creates a memory from it. Survives lost connections and restarts of the server, and continues from
 * where it stopped when it is called again for the same upload. Throws an ApiError for what the server refuses.
 */
export async function sendInPieces(
  upload: KeptUpload,
  file: File,
  { onProgress, onWaiting, onChange, signal }: PiecesOptions,
): Promise<Memory> {
  let kept = upload.sha256 ? upload : { ...upload, sha256: await unlessAborted(signal, hashFile(file)) };
  const change = (changes: Partial<KeptUpload>) => {
    kept = { ...kept, ...changes };
    onChange(kept);
    return keepUpload(kept);
  };
  await change({});
  const pauses = createPauses();
  for (;;) {
    try {
      const { sendBytes } = await import('./tus.ts');
      // The page may have been closed after the last byte.
      if (kept.url === null || kept.arrivedBytes < kept.sizeBytes) {
        await sendBytes(kept, file, {
          signal,
          onProgress,
          onUrl: (url) => change({ url, arrivedBytes: 0 }),
          onArrived: (arrivedBytes) => {
            pauses.reset();
            return change({ arrivedBytes });
          },
        });
      }
      const memory = await write<Memory>('POST', `${pathOf(kept)}/memory`, detailsOf(kept), { signal });
      await forgetUpload(kept.id);
      if (kept.recordingId !== null) await deleteRecording(kept.recordingId).catch(() => undefined);
      return memory;
    } catch (error) {
      signal.throwIfAborted();
      // The server's position counts, not the one we saved.
      if (isGone(error)) await change({ url: null, arrivedBytes: 0 });
      else if (!isTemporary(error)) throw error;
      else if (!(await isReadable(file))) throw new UnreadableFileError();
      onWaiting(kept.arrivedBytes, error instanceof ApiError ? 'busy' : 'offline');
      await pauses.wait(signal);
    }
  }
}

/** A large file takes seconds to hash, and whoever cancels meanwhile should not have to wait. */
async function unlessAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([result, promise]);
}

/** The file was moved or changed on this device while it was being sent. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** Ends an upload for good, here and on the server. */
export async function throwAwayUpload({ id, url }: KeptUpload): Promise<void> {
  await forgetUpload(id);
  if (url !== null)
    await write('DELETE', pathOf({ url }), undefined, { headers: { 'Tus-Resumable': '1.0.0' } }).catch(
      () => undefined,
    );
}

function pathOf({ url }: Pick<KeptUpload, 'url'>): string {
  return url === null ? '' : new URL(url, window.location.origin).pathname;
}

function detailsOf({ type, values }: KeptUpload) {
  const { title, recipient, personalMessage }: MemoryValues = values;
  const recipientId = values.recipientId === someoneElse ? '' : values.recipientId;
  return { type, title, recipient, recipientId, personalMessage };
}

/** It has expired, or the server was restored from an earlier backup. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

const temporary = [429, 502, 503, 504];

/** Faults that pass: no connection, or a server that restarts or has no room for a moment. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || temporary.includes(error.status);
}
