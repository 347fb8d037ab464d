import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type FileFault, faultIn, type HashedFile, readCompared } from './file-faults.ts';
import type { Storage } from './storage.ts';

/** Copies a stored file to a path. Returns what is wrong with it, if anything; a damaged file is copied all the same. */
export async function saveFile(
  storage: Pick<Storage, 'read'>,
  file: HashedFile,
  path: string,
): Promise<FileFault | undefined> {
  let fault: FileFault | undefined;
  const noteDamage = () => {
    fault = 'damaged';
  };
  try {
    await pipeline(readCompared(await storage.read(file.key), file, noteDamage), createWriteStream(path));
  } catch (error) {
    fault = faultIn(error);
    if (!fault) throw error;
  }
  return fault;
}
