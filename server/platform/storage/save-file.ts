import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type FileFault, faultIn, type HashedFile } from './file-faults.ts';
import type { Storage } from './storage.ts';

/** Copies a stored file to a path. Answers what is wrong with it: a damaged one is copied all the same. */
export async function saveFile(
  storage: Pick<Storage, 'read'>,
  { key, sha256 }: HashedFile,
  path: string,
): Promise<FileFault | undefined> {
  const hash = createHash('sha256');
  try {
    const source = await storage.read(key);
    source.on('data', (piece: Buffer) => hash.update(piece));
    await pipeline(source, createWriteStream(path));
  } catch (error) {
    const fault = faultIn(error);
    if (!fault) throw error;
    return fault;
  }
  return sha256 && hash.digest('hex') !== sha256 ? 'damaged' : undefined;
}
