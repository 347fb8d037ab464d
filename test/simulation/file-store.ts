import { Readable } from 'node:stream';
import { type Storage, StorageFullError } from '../../server/platform/storage/storage.ts';

/** The world's files. For a while it may take no new ones, or give back other bytes than it was given. */
export interface FileStore extends Storage {
  setFull(isFull: boolean): void;
  setDamaged(isDamaged: boolean): void;
}

export function openFileStore(storage: Storage): FileStore {
  let isFull = false;
  let isDamaged = false;
  return {
    ...storage,
    setFull(full) {
      isFull = full;
    },
    setDamaged(damaged) {
      isDamaged = damaged;
    },
    async put(key, source, options) {
      if (!isFull) return storage.put(key, source, options);
      source.destroy();
      throw new StorageFullError();
    },
    async read(key, range) {
      const file = await storage.read(key, range);
      return isDamaged ? Readable.from(withOneBitFlipped(file)) : file;
    },
  };
}

async function* withOneBitFlipped(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of file) {
    const copy = Buffer.from(chunk);
    if (isFirst) copy[0] = (copy[0] ?? 0) ^ 1;
    isFirst = false;
    yield copy;
  }
}
