import type { Readable } from 'node:stream';

// One interface over local disk and S3. Readers never see a stored file change: a put replaces the whole file or
// nothing, and only once every byte is durable.

/** Size in bytes and SHA-256 in lower-case hex. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  sha256: string;
}

/** First and last byte, both inclusive, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  maxBytes: number;
  contentType?: string | undefined;
  /** The approximate size, needed if it may exceed 40 GB: a bucket allows a limited number of parts. */
  expectedBytes?: number | undefined;
  /** Aborting before the last byte was read cancels the put and leaves nothing behind. */
  signal?: AbortSignal | undefined;
}

export interface Storage {
  /**
   * Streams `source` into the store, hashing it on the way, and resolves once the bytes are durable under `key`. If
   * the source fails, is aborted or exceeds `maxBytes` (TooLargeError), nothing is left behind and the file
   * previously under `key` is still there. The source is destroyed on every failure. On S3 only, a connection lost
   * while waiting for the final response may leave the whole file behind, for `list` to find.
   */
  put(key: string, source: Readable, options: PutOptions): Promise<StoredFile>;
  /** Size in bytes; undefined if there is no such file. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /**
   * The bytes of the file as of the call; the caller must read the stream to its end or destroy it. A range that ends
   * past the file is shortened; one that starts past it is a RangeError. Throws FileMissingError.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Passes what `read` would return to `take`, piece by piece, waiting for each `take` before the next so
   * that the piece's memory can be reused: allocating a buffer for every piece makes the garbage collector
   * traverse the whole heap for every few megabytes served. Throws what `read` or `take` throws.
   */
  readPieces(key: string, range: ByteRange | undefined, take: TakePiece): Promise<void>;
  /**
   * A path for tools that need a file, such as ffprobe: the stored file itself or a temporary copy, never to be
   * written to. `dispose` removes the copy. Throws FileMissingError.
   */
  localCopy(key: string): Promise<LocalCopy>;
  /** Not an error if there is no such file. */
  remove(key: string): Promise<void>;
  /** Every file whose key starts with `prefix` ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Writes, reads back and removes a few bytes; throws if any of that fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The bytes are valid until the promise settles. */
export type TakePiece = (piece: Buffer) => Promise<void>;

export interface LocalCopy {
  path: string;
  dispose(): Promise<void>;
}

export interface ListedFile {
  key: string;
  modifiedAt: Date;
}

/** The source held more bytes than the put allowed. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The file is larger than the ${maxBytes} bytes allowed`);
    this.maxBytes = maxBytes;
  }
}

export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no stored file ${key}`, options);
    this.key = key;
  }
}

/** What reading a stored file gives; undefined if the file is missing. */
export function unlessMissing<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  });
}

/** The disk, quota or bucket has no room for the file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor(options?: ErrorOptions) {
    super('The file storage is full', options);
  }
}

/** The disk or the bucket cannot be used at the moment: unplugged, unreachable, or failing. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}
