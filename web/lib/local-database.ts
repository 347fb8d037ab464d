/** A database in this browser. It has only ever had one version. */
export interface LocalDatabase<Store extends string> {
  name: string;
  stores: readonly Store[];
  create: (database: IDBDatabase) => void;
}

/**
 * Runs `use` in a transaction over all stores and resolves with the result of its request once the transaction is
 * complete. Rejects with the browser's error: no space, or no database at all (as in some browsers' private windows).
 */
export async function inLocalDatabase<Store extends string, Result>(
  described: LocalDatabase<Store>,
  mode: 'readonly' | 'readwrite',
  use: (stores: Record<Store, IDBObjectStore>) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open(described);
  try {
    return await new Promise((resolve, reject) => {
      // Flushed to disk, so that the data survives a power failure.
      const transaction = database.transaction([...described.stores], mode, { durability: 'strict' });
      const stores = Object.fromEntries(
        described.stores.map((store) => [store, transaction.objectStore(store)]),
      );
      const request = use(stores as Record<Store, IDBObjectStore>);
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The database gave up'));
    });
  } finally {
    database.close();
  }
}

function open({ name, create }: LocalDatabase<string>): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => create(opening.result);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('There is no database'));
  });
}
