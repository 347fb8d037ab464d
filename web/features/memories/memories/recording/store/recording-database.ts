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
