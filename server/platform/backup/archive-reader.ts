import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as NodeWebStream } from 'node:stream/web';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import { checksumsPrefix } from './archive-format.ts';
import { BackupError } from './backup-error.ts';

export interface ArchiveEntry {
  name: string;
  sizeBytes: number;
  /** To be read to its end before the next entry is taken; what is left unread is skipped. */
  bytes: AsyncIterable<Buffer>;
}

/** A backup that is read from its beginning to its end. Every method throws BackupError where it is damaged. */
export interface ArchiveReader {
  /** The text of the next part, which must have this name. */
  take(name: string): Promise<string>;
  /** The next parts, as long as their names start so. */
  section(prefix: string): AsyncGenerator<ArchiveEntry>;
  /** Throws unless everything was read and no checksum is missing. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

export function openArchiveReader(source: Readable, passphrase: string): ArchiveReader {
  const entries = readEntries(source, passphrase);
  let next: ArchiveEntry | undefined;
  const peek = async () => {
    next ??= (await entries.next()).value ?? undefined;
    return next;
  };
  return {
    async take(name) {
      const entry = await peek();
      if (entry?.name !== name)
        throw new BackupError(`The backup is damaged: it has no ${name} where it should be.`);
      next = undefined;
      return await textOf(entry.bytes);
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
      if (entry) throw new BackupError(`The backup is damaged: it has ${entry.name} after its end.`);
    },
    async close() {
      source.destroy();
      await entries.return(undefined);
    },
  };
}

/** Each part is compared with its checksum soon after it was read. */
async function* readEntries(source: Readable, passphrase: string): AsyncGenerator<ArchiveEntry, undefined> {
  const tar = extract();
  const faults: Faults = {};
  const decrypted = await decrypt(source, passphrase, faults);
  const pumping = pipeline(Readable.fromWeb(decrypted as NodeWebStream), tar);
  // The reader of the entries gets the same error.
  pumping.catch(() => undefined);
  const unseen = new Map<string, string>();
  const damageOf = <T>(items: AsyncIterable<T>) => tellingDamage(items, faults);
  try {
    for await (const entry of damageOf({ [Symbol.asyncIterator]: () => tar[Symbol.asyncIterator]() })) {
      const { name, size = 0 } = entry.header;
      const hash = createHash('sha256');
      const bytes = hashed(damageOf<Buffer>(entry), hash);
      if (name.startsWith(checksumsPrefix)) {
        compare(unseen, await textOf(bytes));
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
  if (unseen.size > 0) throw new BackupError('The backup is damaged: its last checksums are missing.');
}

/** What failed, if anything, while the stored bytes were read. */
interface Faults {
  reading?: unknown;
}

async function* noting(source: Readable, faults: Faults): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    faults.reading = error;
    throw error;
  }
}

async function decrypt(source: Readable, passphrase: string, faults: Faults) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const bytes: unknown = NodeWebStream.from(noting(source, faults));
    return await decrypter.decrypt(bytes as ReadableStream<Uint8Array>);
  } catch (cause) {
    source.destroy();
    if (faults.reading) throw faults.reading;
    if (cause instanceof Error && cause.message.startsWith('no identity matched'))
      throw new BackupError('The passphrase does not open this backup.', { cause });
    throw new BackupError('This is not a backup, or its beginning is damaged.', { cause });
  }
}

/** Whatever fails on the way, except reading the source, is a byte that was changed or is missing. */
async function* tellingDamage<T>(items: AsyncIterable<T>, faults: Faults): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (cause) {
    if (faults.reading) throw faults.reading;
    throw new BackupError('The backup is damaged: it was changed, or a part of it is missing.', { cause });
  }
}

async function* hashed(pieces: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(pieces)).toString('utf8');
}

function compare(unseen: Map<string, string>, list: string): void {
  for (const line of list.trimEnd().split('\n')) {
    const [sha256, name = ''] = line.split('  ');
    if (unseen.get(name) !== sha256)
      throw new BackupError(`The backup is damaged: ${name} is not what was saved.`);
    unseen.delete(name);
  }
}
