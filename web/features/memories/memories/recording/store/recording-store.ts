import { createUseMarks } from '../../../../../lib/in-use.ts';
import { inLocalDatabase, type LocalDatabase } from '../../../../../lib/local-database.ts';
import type { RecordedKind } from '../capture/formats.ts';

/**
 * A recording, stored in this browser from its first second until it is uploaded. Several people may use one browser,
 * so recordings are only ever listed for one owner.
 */
export interface StoredRecording {
  id: string;
  ownerId: string;
  kind: RecordedKind;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAtMs: number;
  seconds: number;
  sizeBytes: number;
}

/** A recording that is being made or reviewed in any tab is not offered as unsent. */
export const { mark: markRecordingInUse, findUsed: findRecordingsInUse } = createUseMarks('recording:');

interface Piece {
  recordingId: string;
  /** From 0, in recording order. */
  index: number;
  bytes: ArrayBuffer;
}

/** Stores the next piece and updates the recording in one transaction. Rejects if there is no space. */
export async function savePiece(
  recording: StoredRecording,
  index: number,
  bytes: ArrayBuffer,
): Promise<void> {
  const piece: Piece = { recordingId: recording.id, index, bytes };
  await inLocalDatabase(database, 'readwrite', ({ recordings, pieces }) => {
    recordings.put(recording);
    return pieces.add(piece);
  });
}

/** Newest first. */
export async function listRecordings(ownerId: string): Promise<StoredRecording[]> {
  const stored: StoredRecording[] = await inLocalDatabase(database, 'readonly', ({ recordings }) =>
    recordings.index('ownerId').getAll(ownerId),
  );
  return stored.sort((one, other) => other.startedAtMs - one.startedAtMs);
}

/** In recording order. */
export async function loadPieces(recordingId: string): Promise<ArrayBuffer[]> {
  const stored: Piece[] = await inLocalDatabase(database, 'readonly', ({ pieces }) =>
    pieces.getAll(piecesOf(recordingId)),
  );
  return stored.map(({ bytes }) => bytes);
}

export async function deleteRecording(recordingId: string): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ recordings, pieces }) => {
    pieces.delete(piecesOf(recordingId));
    return recordings.delete(recordingId);
  });
}

function piecesOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}

const database: LocalDatabase<'recordings' | 'pieces'> = {
  name: 'recordings',
  stores: ['recordings', 'pieces'],
  create(made) {
    made.createObjectStore('recordings', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
    made.createObjectStore('pieces', { keyPath: ['recordingId', 'index'] });
  },
};
