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

interface Piece {
  recordingId: string;
  /** From 0, in recording order. */
  index: number;
  bytes: ArrayBuffer;
}

/** Stores the next piece and updates the recording in one transaction. Rejects when there is no space. */
export async function savePiece(
  recording: StoredRecording,
  index: number,
  bytes: ArrayBuffer,
): Promise<void> {
  const piece: Piece = { recordingId: recording.id, index, bytes };
  await inRecordingDatabase('readwrite', ({ recordings, pieces }) => {
    recordings.put(recording);
    return pieces.add(piece);
  });
}

/** Newest first. */
export async function listRecordings(ownerId: string): Promise<StoredRecording[]> {
  const stored: StoredRecording[] = await inRecordingDatabase('readonly', ({ recordings }) =>
    recordings.index('ownerId').getAll(ownerId),
  );
  return stored.sort((one, other) => other.startedAtMs - one.startedAtMs);
}

/** In recording order. */
export async function loadPieces(recordingId: string): Promise<ArrayBuffer[]> {
  const stored: Piece[] = await inRecordingDatabase('readonly', ({ pieces }) =>
    pieces.getAll(piecesOf(recordingId)),
  );
  return stored.map(({ bytes }) => bytes);
}

export async function deleteRecording(recordingId: string): Promise<void> {
  await inRecordingDatabase('readwrite', ({ recordings, pieces }) => {
    pieces.delete(piecesOf(recordingId));
    return recordings.delete(recordingId);
  });
}

function piecesOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.MAX_SAFE_INTEGER]);
}

const name = 'recordings';
const version = 1;

interface Tables {
  recordings: IDBObjectStore;
  pieces: IDBObjectStore;
}

/**
 * Runs `use` in a transaction and resolves with the result of its request once the transaction is complete. Rejects
 * with the browser's error: no space, or no database at all (as in some browsers' private windows).
 */
export async function inRecordingDatabase<Result>(
  mode: 'readonly' | 'readwrite',
  use: (tables: Tables) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      // Flushed to disk, so that a recording survives when the computer loses power.
      const transaction = database.transaction(['recordings', 'pieces'], mode, { durability: 'strict' });
      const request = use({
        recordings: transaction.objectStore('recordings'),
        pieces: transaction.objectStore('pieces'),
      });
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database gave up'));
    });
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      const { result: database } = opening;
      database.createObjectStore('recordings', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
      database.createObjectStore('pieces', { keyPath: ['recordingId', 'index'] });
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('There is no database'));
  });
}
