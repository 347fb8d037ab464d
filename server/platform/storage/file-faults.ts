import { createHash } from 'node:crypto';
import { isErrno } from './errno.ts';
import { FileMissingError, type TakePiece } from './storage.ts';

/** What can be wrong with a stored file. */
export type FileFault = 'missing' | 'damaged';

/** A stored file, and the SHA-256 of what was saved, in lower-case hex, if known. */
export interface HashedFile {
  key: string;
  sha256?: string | null | undefined;
}

/** Call it for a stored file that is missing or damaged. Resolves to whether it was replaced with an undamaged copy. Never rejects. */
export type FileFaultFound = (file: HashedFile, fault: FileFault) => Promise<boolean>;

/** The bytes that were read are not those that were saved. */
export class FileDamagedError extends Error {
  override readonly name = 'FileDamagedError';
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`The stored file ${key} is not what was saved`, options);
    this.key = key;
  }
}

/** What an error in reading a stored file says about the file; undefined if it says nothing about it. */
export function faultIn(error: unknown): FileFault | undefined {
  if (error instanceof FileMissingError) return 'missing';
  // EIO: the disk can no longer read a part of the file.
  return error instanceof FileDamagedError || isErrno(error, 'EIO') ? 'damaged' : undefined;
}

/**
 * Wraps `take` for a file that is read completely: the last piece is passed on only if the whole file is what was
 * saved. Throws FileDamagedError.
 */
export function takeIfWhole({ key, sha256 }: HashedFile, sizeBytes: number, take: TakePiece): TakePiece {
  if (!sha256) return take;
  const hash = createHash('sha256');
  let seenBytes = 0;
  return async (piece) => {
    hash.update(piece);
    seenBytes += piece.length;
    if (seenBytes > sizeBytes || (seenBytes === sizeBytes && hash.digest('hex') !== sha256))
      throw new FileDamagedError(key);
    await take(piece);
  };
}

/**
 * The bytes of a file, hashed as they pass. Calls `onDamage`, which may throw, if they turn out not to be
 * what was saved, or if the disk cannot read any further.
 */
export async function* readCompared(
  bytes: AsyncIterable<Buffer>,
  { sha256 }: HashedFile,
  onDamage: (cause?: unknown) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  try {
    for await (const piece of bytes) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    if (!faultIn(error)) throw error;
    return onDamage(error);
  }
  if (sha256 && hash.digest('hex') !== sha256) onDamage();
}
