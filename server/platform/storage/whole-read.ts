import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

const triesWithoutProgress = 4;

/**
 * All bytes of a stored file of `sizeBytes`. If reading breaks off, as a long download from a bucket may, it continues
 * from there. Throws what `read` throws after four failures in a row without a byte.
 */
export async function* readWhole(
  storage: Pick<Storage, 'read'>,
  key: string,
  sizeBytes: number,
): AsyncGenerator<Buffer> {
  let fault: unknown = new Error(`${key} ends before its ${sizeBytes} bytes`);
  let at = 0;
  for (let tries = 0; at < sizeBytes; tries++) {
    if (tries === triesWithoutProgress) throw fault;
    try {
      const pieces: AsyncIterable<Buffer> = await storage.read(key, { start: at, end: sizeBytes - 1 });
      for await (const piece of pieces) {
        at += piece.length;
        tries = 0;
        yield piece;
      }
    } catch (error) {
      fault = error;
    }
  }
}

/** SHA-256 of a stored file in lower-case hex, computed in constant memory. Throws FileMissingError. */
export async function fileHash(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await storage.read(key), hash);
  return hash.digest('hex');
}
