import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TooLargeError } from './storage.ts';

/**
 * Passes bytes through unchanged while counting and hashing them; fails with TooLargeError at the first byte over the
 * limit.
 */
export class MeteredStream extends Transform {
  sizeBytes = 0;
  readonly #hash = createHash('sha256');
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.#maxBytes) {
      done(new TooLargeError(this.#maxBytes));
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** SHA-256 in hex of all bytes; call it once, after the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
