import { Readable } from 'node:stream';
import { type Storage, StorageFullError } from '../../server/platform/storage/storage.ts';

export type Fault = 'full' | 'damaged';

/** The world's files. For a while it may take no new ones, give back other bytes than it was given, or take its time. */
export interface FileStore extends Storage {
  set(fault: Fault, isOn: boolean): void;
  /** It has this fault from the next new file on; `began` is called then. */
  failAtNextFile(fault: Fault, began: () => void): void;
  /** How many seconds go by while a file is written or read. */
  setSlow(seconds: number): void;
  heal(): void;
}

export function openFileStore(storage: Storage, wait: (seconds: number) => void): FileStore {
  const faults = new Set<Fault>();
  let failing: { fault: Fault; began: () => void } | undefined;
  let slowSeconds = 0;
  const takeTime = () => {
    if (slowSeconds > 0) wait(slowSeconds);
  };
  return {
    ...storage,
    set(fault, isOn) {
      if (isOn) faults.add(fault);
      else faults.delete(fault);
    },
    failAtNextFile(fault, began) {
      failing = { fault, began };
    },
    setSlow(seconds) {
      slowSeconds = seconds;
    },
    heal() {
      faults.clear();
      failing = undefined;
      slowSeconds = 0;
    },
    async put(key, source, options) {
      if (failing) {
        faults.add(failing.fault);
        failing.began();
        failing = undefined;
      }
      takeTime();
      if (!faults.has('full')) return storage.put(key, source, options);
      source.destroy();
      throw new StorageFullError();
    },
    async read(key, range) {
      takeTime();
      const file = await storage.read(key, range);
      return faults.has('damaged') ? Readable.from(withOneBitFlipped(file)) : file;
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
