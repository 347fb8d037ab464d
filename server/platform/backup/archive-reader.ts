import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { OperatorError } from '../errors.ts';
import { checksumsPrefix, headerMarkOf, headerMaxBytes } from './archive-format.ts';
import type { StoredBackup } from './backup-place.ts';

export interface ArchiveEntry {
  name: string;
  sizeBytes: number;
  /** Read it to its end before taking the next entry; what is left unread is skipped. */
  bytes: AsyncIterable<Buffer>;
}

/** A backup read from beginning to end. Every method throws OperatorError if it is damaged. */
export interface ArchiveReader {
  /** The text of the next part, which must have this name. */
  take(name: string): Promise<string>;
  /** The next parts, as long as their names start with `prefix`. */
  section(prefix: string): AsyncGenerator<ArchiveEntry>;
  /** Throws unless everything was read and no checksum is missing. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

const anotherCopy = 'Use another copy of it, or an older backup.';

/** What to tell an operator whose backup is damaged, and what to do then. */
export function damagedBackup(what: string, options?: ErrorOptions): OperatorError {
  return new OperatorError(`The backup is damaged: ${what}. ${anotherCopy}`, options);
}

type Stored = Pick<StoredBackup, 'read' | 'headerMark'>;

export function openArchiveReader({ read, headerMark }: Stored, passphrase: string): ArchiveReader {
  const source = read();
  const entries = readEntries(source, headerMark, passphrase);
  let next: ArchiveEntry | undefined;
  const peek = async () => {
    next ??= (await entries.next()).value ?? undefined;
    return next;
  };
  return {
    async take(name) {
      const entry = await peek();
      if (entry?.name !== name) throw damagedBackup(`it has no ${name} where it should be`);
      next = undefined;
      return await textOf(entry);
    },
    async *section(prefix) {
      for (;;) {
        const entry = await peek();
        if (!entry?.name.startsWith(prefix)) return;
        next = undefined;
        yield entry;
      }
    },
    async finish() {
      const entry = await peek();
      if (entry) throw damagedBackup(`it has ${entry.name} after its end`);
    },
    async close() {
      source.destroy();
      await entries.return(undefined);
    },
  };
}

/** Each part is compared with its checksum soon after it was read. */
async function* readEntries(
  source: Readable,
  headerMark: string | undefined,
  passphrase: string,
): AsyncGenerator<ArchiveEntry, undefined> {
  const tar = extract();
  const seen: Seen = { beginning: Buffer.alloc(0), isAtEnd: false };
  const decrypted = await decrypt(source, headerMark, passphrase, seen);
  const pumping = pipeline(Readable.fromWeb(decrypted as NodeWebStream), tar);
  // The reader of the entries gets the same error.
  pumping.catch(() => undefined);
  const unseen = new Map<string, string>();
  const damageOf = <T>(items: AsyncIterable<T>) => tellingDamage(items, seen);
  try {
    for await (const entry of damageOf({ [Symbol.asyncIterator]: () => tar[Symbol.asyncIterator]() })) {
      const { name, size = 0, type } = entry.header;
      if (type !== 'file') throw damagedBackup(`${name} is not a file`);
      const hash = createHash('sha256');
      const bytes = hashed(damageOf<Buffer>(entry), hash);
      if (name.startsWith(checksumsPrefix)) {
        compare(unseen, await textOf({ name, sizeBytes: size, bytes }));
        continue;
      }
      yield { name, sizeBytes: size, bytes };
      for await (const _unread of bytes);
      unseen.set(name, hash.digest('hex'));
    }
  } finally {
    tar.destroy();
    source.destroy();
  }
  if (unseen.size > 0) throw damagedBackup('its last checksums are missing');
}

/** What is known about the stored bytes when something fails. */
interface Seen {
  /** Enough of them to contain the header. */
  beginning: Buffer;
  /** All of them were read. */
  isAtEnd: boolean;
  /** What failed while they were read. */
  fault?: unknown;
}

async function* noting(source: Readable, seen: Seen): AsyncGenerator<Buffer> {
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      if (seen.beginning.length < headerMaxBytes) seen.beginning = Buffer.concat([seen.beginning, piece]);
      yield piece;
    }
    seen.isAtEnd = true;
  } catch (error) {
    seen.fault = error;
    throw error;
  }
}

async function decrypt(source: Readable, headerMark: string | undefined, passphrase: string, seen: Seen) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const bytes: unknown = NodeWebStream.from(noting(source, seen));
    return await decrypter.decrypt(bytes as ReadableStream<Uint8Array>);
  } catch (cause) {
    source.destroy();
    if (seen.fault) throw seen.fault;
    const isRefused = cause instanceof Error && cause.message.startsWith('no identity matched');
    throw new OperatorError(describeRefusal(seen, headerMark, isRefused), { cause });
  }
}

/** Why a backup could not be opened. As long as no passphrase fits, only its name can tell whether the header is undamaged. */
function describeRefusal(
  { beginning, isAtEnd }: Seen,
  headerMark: string | undefined,
  isRefused: boolean,
): string {
  const found = headerMarkOf(beginning);
  const start = beginning.toString('latin1', 0, formatName.length);
  const isBackup = formatName.startsWith(start);
  const isHeaderWhole = found !== undefined && (headerMark === undefined || found === headerMark);
  if (isAtEnd && isBackup && !isRefused && (isHeaderWhole || !found)) return cutOff;
  if (headerMark && !isHeaderWhole) return damagedHeader;
  if (!isBackup) return noBackup;
  if (!isRefused) return damagedHeader;
  return headerMark ? wrongPassphrase : `${wrongPassphrase} If this is the one, ${damagedToo}`;
}

/** The beginning of every age file. */
const formatName = 'age-encryption.org/';
const noBackup =
  'This is not a backup, or its beginning is damaged. Name a file that `npm run backup` made, or use another copy of it.';
const wrongPassphrase = 'The passphrase does not open this backup. Use the one that it was made with.';
const damagedToo = 'the beginning of the backup is damaged: use another copy of it.';
const cutOff = 'The backup ends too early. Copy it again from where it was made, or use an older backup.';
const damagedHeader = `The beginning of this backup is damaged, so that no passphrase opens it. ${anotherCopy}`;

/** Any failure, except in reading the source, means that a byte was changed or is missing. */
async function* tellingDamage<T>(items: AsyncIterable<T>, seen: Seen): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    if (seen.fault) throw seen.fault;
    // A missing part is noticed only at the end.
    throw seen.isAtEnd
      ? new OperatorError(cutOff, { cause })
      : damagedBackup('a part of it was changed', { cause });
  }
}

async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** Far more than any text of a backup needs, and far less than a machine has. */
const textMaxBytes = 16 * 1024 * 1024;

async function textOf({ name, sizeBytes, bytes }: ArchiveEntry): Promise<string> {
  if (sizeBytes > textMaxBytes) throw damagedBackup(`${name} is far too long`);
  return Buffer.concat(await Array.fromAsync(bytes)).toString('utf8');
}

function compare(unseen: Map<string, string>, list: string): void {
  for (const line of list.trimEnd().split('\n')) {
    const [sha256, name = ''] = line.split('  ');
    if (unseen.get(name) !== sha256) throw damagedBackup(`${name} is not what was saved`);
    unseen.delete(name);
  }
}
