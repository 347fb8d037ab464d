import { type Storage, StorageFullError } from '../../server/platform/storage/storage.ts';

/** The world's files. For a while it may take no new ones. */
export interface FileStore extends Storage {
  setFull(isFull: boolean): void;
}

export function openFileStore(storage: Storage): FileStore {
  let isFull = false;
  return {
    ...storage,
    setFull(full) {
      isFull = full;
    },
    async put(key, source, options) {
      if (!isFull) return storage.put(key, source, options);
      source.destroy();
      throw new StorageFullError();
    },
  };
}
