import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { checksumsPrefix, headerMarkOf, headerMaxBytes, numbered } from './archive-format.ts';

/** Names listed by one checksum file, so that neither side ever keeps more than these. */
const entriesPerChecksumFile = 1000;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes the parts of a backup, one after the other, into an encrypted stream. */
export interface ArchiveWriter {
  /** The encrypted bytes. They must be read while parts are added. */
  stream: Readable;
  /** For the backup's name. */
  headerMark: string;
  /** Adds a part of exactly `sizeBytes` and returns its SHA-256 in hex; throws if `bytes` holds more or fewer. */
  add(name: string, sizeBytes: number, bytes: Bytes): Promise<string>;
  addText(name: string, text: string): Promise<void>;
  /** Writes the last checksums and ends the stream. */
  end(): Promise<void>;
  /** Makes the reader of the stream fail with `error`. */
  fail(error: Error): void;
}

/**
 * A tar file, encrypted in the age format (age-encryption.org/v1) with a key made from the passphrase by scrypt, so
 * that the programs `age` and `tar` open it without this product. `workFactor` is the base-2 logarithm of scrypt's N;
 * tests lower it.
 */
export async function openArchiveWriter(
  passphrase: string,
  { workFactor = 18 }: { workFactor?: number } = {},
): Promise<ArchiveWriter> {
  const tar = pack();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const encrypted = await encrypter.encrypt(Readable.toWeb(Readable.from(tar)) as ReadableStream<Uint8Array>);
  let checksums: string[] = [];
  let checksumFiles = 0;

  const write = async (name: string, sizeBytes: number, bytes: Bytes) => {
    const hash = createHash('sha256');
    const hashed = async function* () {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    await pipeline(hashed, tar.entry({ name, size: sizeBytes, mode: 0o600 }));
    return hash.digest('hex');
  };
  const writeChecksums = async () => {
    if (checksums.length === 0) return;
    checksumFiles += 1;
    const list = Buffer.from(`${checksums.join('\n')}\n`);
    checksums = [];
    await write(`${checksumsPrefix}${numbered(checksumFiles)}.sha256`, list.length, [list]);
  };
  const add = async (name: string, sizeBytes: number, bytes: Bytes) => {
    const sha256 = await write(name, sizeBytes, bytes);
    checksums.push(`${sha256}  ${name}`);
    if (checksums.length >= entriesPerChecksumFile) await writeChecksums();
    return sha256;
  };
  const stream = Readable.fromWeb(encrypted as NodeWebStream);
  return {
    stream,
    headerMark: await peekHeaderMark(stream),
    add,
    async addText(name, text) {
      const bytes = Buffer.from(text);
      await add(name, bytes.length, [bytes]);
    },
    async end() {
      await writeChecksums();
      tar.finalize();
    },
    fail: (error) => tar.destroy(error),
  };
}

/** The header is written before anything is added. */
async function peekHeaderMark(stream: Readable): Promise<string> {
  let beginning = Buffer.alloc(0);
  while (beginning.length < headerMaxBytes) {
    const piece: Buffer | null = stream.read();
    if (piece) beginning = Buffer.concat([beginning, piece]);
    const mark = headerMarkOf(beginning);
    if (mark) {
      stream.unshift(beginning);
      return mark;
    }
    if (!piece) await once(stream, 'readable');
  }
  throw new Error('The backup has no header');
}
