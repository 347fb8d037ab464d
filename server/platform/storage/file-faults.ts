import { createHash } from 'node:crypto';
import { isErrno } from './errno.ts';
import { FileMissingError, type TakePiece } from './storage.ts';

/** What can be wrong with a stored file. */
export type FileFault = 'missing' | 'damaged';

/** A stored file, and the SHA-256 in lower-case hex of what was saved, where that is known. */
export interface HashedFile {
  key: string;
  sha256?: string | null | undefined;
}

/**
 * To be told of a stored file that is not there, or not what was saved. Resolves to whether a whole copy has taken its
 * place. Never rejects.
 */
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

/** What an error while a stored file was read says of the file; undefined where it says nothing about it. */
export function faultIn(error: unknown): FileFault | undefined {
  if (error instanceof FileMissingError) return 'missing';
  // A disk that cannot read a part of a file any more.
  return error instanceof FileDamagedError || isErrno(error, 'EIO') ? 'damaged' : undefined;
}

/**
 * `take`, for a file that is read whole: the piece with which it would be complete is only passed on if all of it is what was
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
 * The bytes of a file, hashed as they pass. Calls `onDamage`, which may throw, once they have ended without being what was
 * saved, or where the disk cannot read on.
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
