import { Transform, type TransformCallback } from 'node:stream';

/** Enough to recognise every format we know. */
export const headBytes = 4_100;

/**
 * Holds back the first bytes of a stream until `check` has seen them, then passes everything on unchanged. When the
 * check throws, the stream fails with that error and no byte has been passed on.
 */
export class HeadCheck extends Transform {
  readonly #check: (head: Buffer) => Promise<void>;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #passed = false;

  constructor(check: (head: Buffer) => Promise<void>) {
    super();
    this.#check = check;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#passed) {
      done(null, chunk);
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < headBytes) done();
    else this.#open(done);
  }

  override _flush(done: TransformCallback): void {
    if (this.#passed) done();
    else this.#open(done);
  }

  #open(done: TransformCallback): void {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    this.#check(held.subarray(0, headBytes)).then(() => {
      this.#passed = true;
      if (held.length > 0) this.push(held);
      done();
    }, done);
  }
}
