import { useRef } from 'react';
import { v4 } from 'uuid';
import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import type { MemoryValues } from '../memory-values.ts';
import { type KeptUpload, keepFile, keepUpload } from './kept-uploads.ts';
import { markUploadInUse, useRefreshBegunUploads } from './queries.ts';
import { type PiecesOptions, sendInPieces, throwAwayUpload } from './send-in-pieces.ts';

interface FileToSend {
  ownerId: string;
  type: FileMemoryType;
  values: MemoryValues;
  file: File;
  recordingId?: string | null;
}

/** `place` is its position in a batch. */
export function newUpload(
  { file, recordingId = null, ...about }: FileToSend,
  { batchId, place }: { batchId: string; place: number } = { batchId: v4(), place: 0 },
): KeptUpload {
  return {
    ...about,
    recordingId,
    id: v4(),
    batchId,
    fileName: file.name,
    sizeBytes: file.size,
    sha256: null,
    url: null,
    arrivedBytes: 0,
    startedAtMs: Date.now() + place,
  };
}

/** Sends one file in pieces. The same file continues from where it stopped, even if its details have changed. */
export function usePieces() {
  const current = useRef<{ file: File; upload: KeptUpload } | null>(null);
  const refresh = useRefreshBegunUploads();

  async function send(about: FileToSend, options: Omit<PiecesOptions, 'onChange'>) {
    const { file, values } = about;
    const known = current.current?.file === file ? { ...current.current.upload, values } : null;
    const upload = known ?? newUpload(about);
    const onChange = (changed: KeptUpload) => {
      current.current = { file, upload: changed };
    };
    onChange(upload);
    const release = markUploadInUse(upload.id);
    try {
      await keepUpload(upload);
      if (!known) await keepFile(upload.id, file);
      const memory = await sendInPieces(upload, file, { ...options, onChange });
      current.current = null;
      return memory;
    } finally {
      release();
      void refresh();
    }
  }

  /** Erases what has arrived; the next attempt starts over. */
  async function throwAway(): Promise<void> {
    const upload = current.current?.upload;
    current.current = null;
    if (upload) await throwAwayUpload(upload);
    void refresh();
  }

  return { send, throwAway, arrivedBytes: () => current.current?.upload.arrivedBytes ?? 0 };
}
