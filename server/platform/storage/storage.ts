import type { Readable } from 'node:stream';

// One interface over local disk and S3. What is stored is immutable for its readers: a put replaces a whole
// file or nothing, and only once every byte is durable.

/** What a finished put stored: size in bytes, SHA-256 in lower-case hex. */
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
  /** Aborting before the last byte was read gives the put up; nothing is left behind. */
  signal?: AbortSignal | undefined;
}

export interface Storage {
  /**
   * Streams `source` into the store, hashing on the way, and resolves once the bytes are durable under `key`.
   * If the source fails, is aborted or passes `maxBytes` (TooLargeError), nothing is left behind and what was
   * under `key` before is still there. The source is destroyed on every failure. On S3 alone, a connection lost
   * while the very last answer was awaited may leave the whole file behind, for `list` to find.
   */
  put(key: string, source: Readable, options: PutOptions): Promise<StoredFile>;
  /** Size in bytes; undefined when there is no such file. */
  stat(key: string): Promise<{ sizeBytes: number } | undefined>;
  /**
   * The bytes of the file as they are at the moment of the call; the caller reads the stream to its end or
   * destroys it. A range that ends past the file is cut to it; one that starts past it is a RangeError.
   * Throws FileMissingError.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Hands what `read` would give to `take`, piece by piece, each once `take` is done with the one before: then the
   * piece's memory is used again. Buffers made anew for every piece send the garbage collector through the whole heap
   * for every few megabytes served. Throws as `read` does, and what `take` throws.
   */
  readPieces(key: string, range: ByteRange | undefined, take: TakePiece): Promise<void>;
  /**
   * A path for tools that want a file, such as ffprobe: the stored file itself or a temporary copy, never to be
   * written to. `dispose` removes the copy. Throws FileMissingError.
   */
  localCopy(key: string): Promise<LocalCopy>;
  /** No error when there is no such file. */
  remove(key: string): Promise<void>;
  /** Every file whose key starts with `prefix` ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Writes, reads back and removes a few bytes; throws when any of it fails. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The bytes are good until the promise is settled. */
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

/** There is no file under the key. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`There is no stored file ${key}`, options);
    this.key = key;
  }
}

/** The disk, the quota or the bucket has no room for the file. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor(options?: ErrorOptions) {
    super('The file storage is full', options);
  }
}
