import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { ApiError, messageOf } from '../../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../../lib/api/changed-queries.ts';
import { useLeaveWarning } from '../../../../../lib/unsaved-changes.ts';
import { type KeptUpload, loadKeptFile } from './kept-uploads.ts';
import { markUploadInUse, useRefreshBegunUploads } from './queries.ts';
import { sendInPieces, throwAwayUpload, UnreadableFileError, type WaitingCause } from './send-in-pieces.ts';

export type RowState =
  | { at: 'turn' }
  | { at: 'sending'; percent: number }
  | { at: 'waiting'; arrivedBytes: number; cause: WaitingCause }
  /** The browser could not keep it: the same file has to be chosen again. */
  | { at: 'file wanted' }
  | { at: 'failed'; message: string }
  | { at: 'kept'; memory: Memory };

export interface QueueRow {
  upload: KeptUpload;
  file: File | null;
  state: RowState;
}

/** Sends files one after the other. One that fails does not keep the others from being sent. */
export function useQueue() {
  const queries = useQueryClient();
  const refreshBegun = useRefreshBegunUploads();
  const [rows, setRows] = useState<readonly QueueRow[]>([]);
  const waiting = useRef<QueueRow[]>([]);
  const running = useRef<{ id: string; stop: AbortController } | null>(null);
  useLeaveWarning(rows.some(({ state }) => state.at === 'sending'));

  const change = (id: string, changes: Partial<QueueRow>) =>
    setRows((all) => all.map((row) => (row.upload.id === id ? { ...row, ...changes } : row)));

  async function sendRow({ upload, file: chosen }: QueueRow): Promise<void> {
    const stop = new AbortController();
    running.current = { id: upload.id, stop };
    const release = markUploadInUse(upload.id);
    const say = (state: RowState) => !stop.signal.aborted && change(upload.id, { state });
    try {
      const file = chosen ?? (await loadKeptFile(upload.id));
      if (!file) return void say({ at: 'file wanted' });
      change(upload.id, { file });
      say({ at: 'sending', percent: (upload.arrivedBytes / upload.sizeBytes) * 100 });
      const memory = await sendInPieces(upload, file, {
        signal: stop.signal,
        onChange: (changed) => change(upload.id, { upload: changed }),
        onProgress: (sentBytes) => say({ at: 'sending', percent: (sentBytes / upload.sizeBytes) * 100 }),
        onWaiting: (arrivedBytes, cause) => say({ at: 'waiting', arrivedBytes, cause }),
      });
      say({ at: 'kept', memory });
      void invalidateTopics(queries, ['memories', 'stats']);
    } catch (error) {
      say({ at: 'failed', message: describeFailure(error) });
    } finally {
      release();
      running.current = null;
      void refreshBegun();
    }
  }

  async function work(): Promise<void> {
    if (running.current) return;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await sendRow(next);
  }

  function enqueue(added: readonly QueueRow[]): void {
    waiting.current.push(...added);
    void work();
  }

  return {
    rows,
    start(added: readonly QueueRow[]): void {
      setRows(added);
      enqueue(added);
    },
    /** Takes another file, if the browser could not keep it. */
    retry(row: QueueRow, file: File | null = row.file): void {
      const again: QueueRow = { ...row, file, state: { at: 'turn' } };
      change(row.upload.id, again);
      enqueue([again]);
    },
    cancel({ upload }: QueueRow): void {
      waiting.current = waiting.current.filter((row) => row.upload.id !== upload.id);
      if (running.current?.id === upload.id) running.current.stop.abort('cancel');
      setRows((all) => all.filter((row) => row.upload.id !== upload.id));
      void throwAwayUpload(upload).then(refreshBegun);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;

function describeFailure(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'It was moved or changed on this device.';
  return error instanceof ApiError ? messageOf(error, 'Failed to save memory') : 'It could not be sent.';
}
