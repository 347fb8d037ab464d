import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { inLocalDatabase, type LocalDatabase } from '../../../../../lib/local-database.ts';
import type { MemoryValues } from '../memory-values.ts';

/**
 * A file that was being uploaded, kept in this browser until it has become a memory, so that a page that was closed can go on.
 * Several people may use one browser, so uploads are only ever listed for one owner.
 */
export interface KeptUpload {
  id: string;
  ownerId: string;
  /** The same for photos that were sent together. */
  batchId: string;
  type: FileMemoryType;
  values: MemoryValues;
  fileName: string;
  sizeBytes: number;
  /** Null where the browser computes no hashes: on pages without https. */
  sha256: string | null;
  /** Its id among the recordings of this browser; null for a file that was not recorded here. */
  recordingId: string | null;
  /** Where its bytes go; null until the server has been asked. */
  url: string | null;
  arrivedBytes: number;
  /** Milliseconds since 1970. */
  startedAtMs: number;
}

const database: LocalDatabase<'uploads' | 'files'> = {
  name: 'uploads',
  stores: ['uploads', 'files'],
  create(made) {
    made.createObjectStore('uploads', { keyPath: 'id' }).createIndex('ownerId', 'ownerId');
    // Apart, so that noting how far it has come does not write the file again.
    made.createObjectStore('files');
  },
};

/** In a browser that stores nothing it is forgotten when the page is closed. */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ uploads }) => uploads.put(upload)).catch(ignore);
}

/** Where there is no room for the file, the same one has to be chosen again to go on. */
export async function keepFile(id: string, file: File): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ files }) => files.put(file, id)).catch(ignore);
}

/** The oldest first. */
export async function listKeptUploads(ownerId: string): Promise<KeptUpload[]> {
  const kept: KeptUpload[] = await inLocalDatabase(database, 'readonly', ({ uploads }) =>
    uploads.index('ownerId').getAll(ownerId),
  ).catch(() => []);
  return kept.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

/** Null where it was not kept, or cannot be read any more. */
export async function loadKeptFile(id: string): Promise<File | null> {
  const file: unknown = await inLocalDatabase(database, 'readonly', ({ files }) => files.get(id)).catch(
    ignore,
  );
  return file instanceof File && (await isReadable(file)) ? file : null;
}

/** A file on disk may be moved or changed while a page holds it. */
export async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

export async function forgetUpload(id: string): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ uploads, files }) => {
    files.delete(id);
    return uploads.delete(id);
  }).catch(ignore);
}

function ignore(): undefined {
  return undefined;
}
