import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type FileFault, faultIn } from './file-faults.ts';
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

/** What a stored file was found to be. */
interface Read {
  sizeBytes: number;
  /** SHA-256 in lower-case hex; empty if it could not be read to its end. */
  sha256: string;
  fault?: FileFault;
}

/** Reads a stored file to its end, in constant memory. Throws what says nothing about the file, such as a lost connection. */
export async function readToEnd(storage: Pick<Storage, 'readPieces'>, key: string): Promise<Read> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    await storage.readPieces(key, undefined, async (piece) => {
      hash.update(piece);
      sizeBytes += piece.length;
    });
  } catch (error) {
    const fault = faultIn(error);
    if (!fault) throw error;
    return { sizeBytes, sha256: '', fault };
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Whether it is what was saved; of a file whose hash was not kept, whether it can be read. */
export function isWhole({ fault, sha256 }: Read, saved: string | null): boolean {
  return fault === undefined && (saved === null || saved === sha256);
}
