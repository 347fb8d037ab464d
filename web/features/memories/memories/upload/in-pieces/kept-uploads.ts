import type { FileMemoryType } from '../../../../../../shared/memories/memory-limits.ts';
import { inLocalDatabase, type LocalDatabase } from '../../../../../lib/local-database.ts';
import type { MemoryValues } from '../memory-values.ts';

/**
 * A file that was being uploaded, kept in this browser until it has become a memory, so that it can be continued
 * after the page was closed. Several people may use one browser, so uploads are only ever listed for one owner.
 */
export interface KeptUpload {
  id: string;
  ownerId: string;
  /** The same for all photos that were sent together. */
  batchId: string;
  type: FileMemoryType;
  values: MemoryValues;
  fileName: string;
  sizeBytes: number;
  /** Null if the browser cannot compute hashes, as on pages without https. */
  sha256: string | null;
  /** Its id among the recordings of this browser; null for a file that was not recorded here. */
  recordingId: string | null;
  /** The upload's URL; null until the server has created it. */
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
    // Stored separately, so that recording the progress does not write the file again.
    made.createObjectStore('files');
  },
};

/** If the browser stores nothing, the upload is forgotten when the page is closed. */
export async function keepUpload(upload: KeptUpload): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ uploads }) => uploads.put(upload)).catch(ignore);
}

/** If there is no room for the file, it has to be chosen again to continue. */
export async function keepFile(id: string, file: File): Promise<void> {
  await inLocalDatabase(database, 'readwrite', ({ files }) => files.put(file, id)).catch(ignore);
}

/** Oldest first. */
export async function listKeptUploads(ownerId: string): Promise<KeptUpload[]> {
  const kept: KeptUpload[] = await inLocalDatabase(database, 'readonly', ({ uploads }) =>
    uploads.index('ownerId').getAll(ownerId),
  ).catch(() => []);
  return kept.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

/** Null if it was not kept, or can no longer be read. */
export async function loadKeptFile(id: string): Promise<File | null> {
  const file: unknown = await inLocalDatabase(database, 'readonly', ({ files }) => files.get(id)).catch(
    ignore,
  );
  return file instanceof File && (await isReadable(file)) ? file : null;
}

/** A file on disk may be moved or changed while a page holds a reference to it. */
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
