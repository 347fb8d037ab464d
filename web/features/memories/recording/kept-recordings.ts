import { inBrowserDatabase } from './browser-database.ts';
import type { RecordedKind } from './formats.ts';

/**
 * A recording as this browser keeps it while it is made and until it is uploaded. It belongs to a person: on a
 * computer that several use, nobody is shown what another said into it, so that each look is for one owner's only.
 */
export interface KeptRecording {
  id: string;
  ownerId: string;
  kind: RecordedKind;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  seconds: number;
  sizeBytes: number;
}

interface Piece {
  recordingId: string;
  /** From 0, in the order in which they were recorded. */
  index: number;
  bytes: ArrayBuffer;
}

/** Keeps what has just been recorded, in one step with how much it now is. Rejects when there is no room. */
export async function keepPiece(recording: KeptRecording, index: number, bytes: ArrayBuffer): Promise<void> {
  const piece: Piece = { recordingId: recording.id, index, bytes };
  await inBrowserDatabase('readwrite', ({ recordings, pieces }) => {
    recordings.put(recording);
    return pieces.add(piece);
  });
}

/** What an owner has left in this browser, the newest first. */
export async function listKept(ownerId: string): Promise<KeptRecording[]> {
  const kept: KeptRecording[] = await inBrowserDatabase('readonly', ({ recordings }) =>
    recordings.index('ownerId').getAll(ownerId),
  );
  return kept.sort((one, other) => other.startedAtMs - one.startedAtMs);
}

/** What was recorded, in order. */
export async function loadPieces(recordingId: string): Promise<ArrayBuffer[]> {
  const stored: Piece[] = await inBrowserDatabase('readonly', ({ pieces }) =>
    pieces.getAll(piecesOf(recordingId)),
  );
  return stored.map(({ bytes }) => bytes);
}

export async function forgetRecording(recordingId: string): Promise<void> {
  await inBrowserDatabase('readwrite', ({ recordings, pieces }) => {
    pieces.delete(piecesOf(recordingId));
    return recordings.delete(recordingId);
  });
}

function piecesOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}
