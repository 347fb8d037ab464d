import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

/** SHA-256 of a stored file in lower-case hex, computed in constant memory. Throws FileMissingError. */
export async function fileHash(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await storage.read(key), hash);
  return hash.digest('hex');
}
