import { Readable } from 'node:stream';
import type { Log } from '../log.ts';
import { FileDamagedError, readCompared } from './file-faults.ts';
import type { Storage } from './storage.ts';
import { isWhole, readToEnd } from './whole-read.ts';

/** A second store with a copy of what people left. Copies that fail are made later. */
export interface Mirror {
  /** Replaces the file with its copy, if the copy is what was saved. */
  restore(key: string, sha256: string): Promise<boolean>;
  /**
   * Copies the file unless a copy of its size exists, or, with `readCopy`, a whole one; a damaged file is not copied. Returns how many
   * bytes of the copy were read.
   */
  keep(key: string, sha256: string, options?: { readCopy: boolean }): Promise<number>;
  remove(key: string): Promise<void>;
  read: Storage['read'];
  list: Storage['list'];
  check: Storage['check'];
  close(): Promise<void>;
}

/** Exports can be made again and uploads sent again; both are erased after some days. */
const unkeptPrefixes = ['exports/', 'uploads/'];

/** Copies every file that is put into `primary` to `copies` afterwards; a file removed from one is removed from both. */
export function openMirror(
  primary: Storage,
  copies: Storage,
  log: Log,
): { storage: Storage; mirror: Mirror } {
  const copying = new Set<Promise<unknown>>();
  const keepLater = (key: string, sha256: string) => {
    const done: Promise<unknown> = keepCopy(primary, copies, { key, sha256 })
      .catch((err: unknown) => log.warn({ err, key }, 'a stored file was not mirrored, and will be later'))
      .finally(() => copying.delete(done));
    copying.add(done);
  };
  const remove = async (key: string) => {
    await primary.remove(key);
    await copies
      .remove(key)
      .catch((err: unknown) => log.warn({ err, key }, 'a copy was not erased, and will be later'));
  };
  return {
    storage: {
      ...primary,
      async put(key, source, options) {
        const stored = await primary.put(key, source, options);
        keepLater(key, stored.sha256);
        return stored;
      },
      remove,
      async close() {
        await Promise.all(copying);
        await primary.close();
      },
    },
    mirror: {
      restore: (key, sha256) => copyWhole(copies, primary, key, sha256),
      async keep(key, sha256, { readCopy } = { readCopy: false }) {
        const copy = readCopy ? await readToEnd(copies, key) : undefined;
        const isDamaged = copy !== undefined && copy.fault !== 'missing' && !isWhole(copy, sha256);
        if (isDamaged) log.warn({ key }, 'a copy in the mirror is damaged, and is made again');
        await keepCopy(primary, copies, { key, sha256, isDamaged });
        return copy?.sizeBytes ?? 0;
      },
      remove: (key) => copies.remove(key),
      read: (key, range) => copies.read(key, range),
      list: (prefix) => copies.list(prefix),
      check: () => copies.check(),
      close: () => copies.close(),
    },
  };
}

interface Kept {
  key: string;
  sha256: string;
  /** The copy is not what was saved, whatever its size. */
  isDamaged?: boolean;
}

async function keepCopy(primary: Storage, copies: Storage, { key, sha256, isDamaged }: Kept): Promise<void> {
  if (unkeptPrefixes.some((prefix) => key.startsWith(prefix))) return;
  const [file, copy] = await Promise.all([primary.stat(key), copies.stat(key)]);
  if (file && (isDamaged || file.sizeBytes !== copy?.sizeBytes))
    await copyWhole(primary, copies, key, sha256);
}

async function copyWhole(from: Storage, to: Storage, key: string, sha256: string): Promise<boolean> {
  const file = await from.stat(key);
  if (!file) return false;
  const bytes: AsyncIterable<Buffer> = await from.read(key);
  const whole = readCompared(bytes, { key, sha256 }, (cause) => {
    // A put whose source fails leaves nothing behind.
    throw new FileDamagedError(key, { cause });
  });
  await to.put(key, Readable.from(whole, { objectMode: false }), { maxBytes: file.sizeBytes });
  return true;
}
