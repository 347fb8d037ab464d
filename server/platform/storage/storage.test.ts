import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startS3Server } from '../../../test/fakes/s3-server.ts';
import { openDiskStorage } from './disk-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { FileMissingError, type Storage, TooLargeError } from './storage.ts';

// What every storage does, tested against each kind.

interface Place {
  storage: Storage;
  /** Everything in the store: files, temporary files, unfinished uploads. */
  everything(): Promise<string[]>;
  close(): Promise<void>;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const key = 'memories/0198c0de-0000-7000-8000-000000000001/original';
const roomy = { maxBytes: 100 * mebibyte };

describeStorage('disk', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'));
  const storage = await openDiskStorage({ dir });
  return {
    storage,
    everything: () => filesUnder(dir),
    close: async () => {
      await storage.close();
      await rm(dir, { recursive: true });
    },
  };
});

describeStorage('S3', async () => {
  const tempDir = await mkdtemp(join(tmpdir(), 'storage-'));
  const server = await startS3Server();
  const { url: endpoint, bucketName: bucket, credentials } = server;
  const storage = await openS3Storage({ bucket, endpoint, ...credentials, tempDir });
  const uploads = () => [...server.bucket.uploads.values()].map((upload) => upload.key);
  return {
    storage,
    everything: async () => [...server.bucket.objects.keys(), ...uploads(), ...(await filesUnder(tempDir))],
    close: async () => {
      await storage.close();
      await server.close();
      await rm(tempDir, { recursive: true });
    },
  };
});

function describeStorage(kind: string, open: () => Promise<Place>): void {
  describe(`storage on ${kind}`, () => {
    let place: Place;
    let storage: Storage;
    beforeEach(async () => {
      place = await open();
      storage = place.storage;
    });
    afterEach(() => place.close());

    describe('put', () => {
      test.each([0, 1, 70_001, 5 * mebibyte, 11 * mebibyte + 7])(
        '%d bytes are read back unchanged',
        async (size) => {
          const bytes = randomBytes(size);
          const stored = await storage.put(key, inChunks(bytes), roomy);
          expect(stored).toEqual({ key, sizeBytes: size, sha256: sha256(bytes) });
          expect(await storage.stat(key)).toEqual({ sizeBytes: size });
          expect(sha256(await bytesOf(await storage.read(key)))).toBe(sha256(bytes));
        },
      );

      test.each([1000, 6 * mebibyte])(
        'accepts exactly the %d bytes allowed; one more leaves nothing',
        async (maxBytes) => {
          const tooMany = storage.put(key, inChunks(randomBytes(maxBytes + 1)), { maxBytes });
          await expect(tooMany).rejects.toThrow(new TooLargeError(maxBytes));
          expect(await place.everything()).toEqual([]);
          const exact = await storage.put(key, inChunks(randomBytes(maxBytes)), { maxBytes });
          expect(exact.sizeBytes).toBe(maxBytes);
        },
      );

      test.each([0, 20, 400])('a source that fails after %d chunks leaves nothing', async (chunks) => {
        const source = endless(chunks, () => {
          throw new Error('the line went dead');
        });
        await expect(storage.put(key, source, roomy)).rejects.toThrow('the line went dead');
        expect(await place.everything()).toEqual([]);
      });

      test.each([0, 20, 400])(
        'an abort after %d chunks leaves nothing and destroys the source',
        async (chunks) => {
          const controller = new AbortController();
          const source = endless(chunks, () => controller.abort());
          const given = storage.put(key, source, { ...roomy, signal: controller.signal });
          await expect(given).rejects.toMatchObject({ name: 'AbortError' });
          expect(source.destroyed).toBe(true);
          expect(await place.everything()).toEqual([]);
        },
      );

      test('aborted before it begins, or from a source already destroyed, leaves nothing', async () => {
        const signal = AbortSignal.abort();
        const aborted = storage.put(key, inChunks(randomBytes(10)), { ...roomy, signal });
        await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
        const gone = inChunks(randomBytes(10));
        gone.destroy();
        await expect(storage.put(key, gone, roomy)).rejects.toMatchObject({
          code: 'ERR_STREAM_PREMATURE_CLOSE',
        });
        expect(await place.everything()).toEqual([]);
      });

      test('a failed put leaves what was there before', async () => {
        const before = randomBytes(1000);
        await storage.put(key, inChunks(before), roomy);
        await expect(storage.put(key, inChunks(randomBytes(2000)), { maxBytes: 1500 })).rejects.toThrow(
          TooLargeError,
        );
        expect(await bytesOf(await storage.read(key))).toEqual(before);
        expect(await place.everything()).toHaveLength(1);
      });

      test('a reader sees the old file or the new one, whole, while it is replaced', async () => {
        const versions = Array.from({ length: 12 }, (_, index) => Buffer.alloc(mebibyte + index, index));
        await storage.put(key, inChunks(versions[0] ?? Buffer.alloc(0)), roomy);
        const begun = await storage.read(key);
        const reads = versions.map(async (version) => {
          await storage.put(key, inChunks(version), roomy);
          return bytesOf(await storage.read(key));
        });
        const hashes = versions.map(sha256);
        for (const found of await Promise.all(reads)) expect(hashes).toContain(sha256(found));
        expect(sha256(await bytesOf(begun))).toBe(hashes[0]);
      });

      test('parallel puts of one key all succeed, and one of the files stays, complete', async () => {
        const versions = Array.from({ length: 8 }, (_, index) => randomBytes(100_000 + index));
        const stored = await Promise.all(versions.map((bytes) => storage.put(key, inChunks(bytes), roomy)));
        expect(stored.map((one) => one.sha256)).toEqual(versions.map(sha256));
        expect(versions.map(sha256)).toContain(sha256(await bytesOf(await storage.read(key))));
        expect(await place.everything()).toHaveLength(1);
      });
    });

    describe('read', () => {
      const bytes = randomBytes(300_000);
      beforeEach(async () => {
        await storage.put(key, inChunks(bytes), roomy);
      });

      test.each([
        { name: 'the first byte', start: 0, end: 0, found: bytes.subarray(0, 1) },
        { name: 'the middle', start: 100_000, end: 200_000, found: bytes.subarray(100_000, 200_001) },
        { name: 'the last byte', start: 299_999, end: 299_999, found: bytes.subarray(-1) },
        { name: 'up to the end', start: 1, end: 299_999, found: bytes.subarray(1) },
        { name: 'past the end, cut to it', start: 299_000, end: 999_999, found: bytes.subarray(299_000) },
      ])('a range: $name', async ({ start, end, found }) => {
        expect((await bytesOf(await storage.read(key, { start, end }))).equals(found)).toBe(true);
      });

      test.each([
        { start: 300_000, end: 300_001 },
        { start: -1, end: 5 },
        { start: 5, end: 4 },
        { start: 0.5, end: 4 },
      ])('a range that cannot be: $start-$end', async (range) => {
        await expect(storage.read(key, range)).rejects.toThrow(RangeError);
      });

      test('a reader that stops early affects no other', async () => {
        const stream = await storage.read(key);
        stream.destroy();
        expect(await storage.stat(key)).toEqual({ sizeBytes: 300_000 });
      });
    });

    describe('readPieces', () => {
      const piecesOf = async (from: string, range?: { start: number; end: number }) => {
        const pieces: Buffer[] = [];
        await storage.readPieces(from, range, async (piece) => {
          pieces.push(Buffer.from(piece));
        });
        return Buffer.concat(pieces);
      };

      test.each([
        { name: 'the whole', range: undefined, found: [0, 3_000_000] },
        { name: 'the middle', range: { start: 1_000_000, end: 2_000_000 }, found: [1_000_000, 2_000_001] },
        {
          name: 'past the end, cut to it',
          range: { start: 2_999_999, end: 9_999_999 },
          found: [2_999_999, 3_000_000],
        },
      ])('gives what read gives: $name', async ({ range, found }) => {
        const bytes = randomBytes(3_000_000);
        await storage.put(key, inChunks(bytes), roomy);
        expect((await piecesOf(key, range)).equals(bytes.subarray(...found))).toBe(true);
      });

      test('many concurrent readers, slow ones among them, do not affect one another', async () => {
        const files = Array.from({ length: 20 }, (_, n) => ({
          key: `many/${n}`,
          bytes: randomBytes(700_000),
        }));
        for (const file of files) await storage.put(file.key, inChunks(file.bytes), roomy);
        const readSlowly = async (from: string) => {
          const hash = createHash('sha256');
          await storage.readPieces(from, undefined, async (piece) => {
            await storage.stat(from);
            hash.update(piece);
          });
          return hash.digest('hex');
        };
        const rounds = [...files, ...files, ...files];
        const found = await Promise.all(rounds.map((file) => readSlowly(file.key)));
        expect(found).toEqual(rounds.map((file) => sha256(file.bytes)));
      });

      test('ends when the taker throws, and affects no other reader', async () => {
        await storage.put(key, inChunks(randomBytes(3_000_000)), roomy);
        let taken = 0;
        const enough = storage.readPieces(key, undefined, async () => {
          taken += 1;
          throw new Error('enough');
        });
        await expect(enough).rejects.toThrow('enough');
        expect(taken).toBe(1);
        expect(await storage.stat(key)).toEqual({ sizeBytes: 3_000_000 });
      });

      test('a missing file, and a range past the end', async () => {
        await expect(piecesOf(key)).rejects.toThrow(FileMissingError);
        await storage.put(key, inChunks(randomBytes(10)), roomy);
        await expect(piecesOf(key, { start: 10, end: 11 })).rejects.toThrow(RangeError);
      });
    });

    test('no range of an empty file can be read', async () => {
      await storage.put(key, Readable.from([]), roomy);
      await expect(storage.read(key, { start: 0, end: 0 })).rejects.toThrow(RangeError);
    });

    test('a missing file: no size, no bytes, no local copy, nothing to remove', async () => {
      expect(await storage.stat(key)).toBeUndefined();
      await expect(storage.read(key)).rejects.toThrow(new FileMissingError(key));
      await expect(storage.read(key, { start: 0, end: 1 })).rejects.toThrow(FileMissingError);
      await expect(storage.localCopy(key)).rejects.toThrow(FileMissingError);
      await storage.remove(key);
    });

    test('a removed file is gone, and can be removed again', async () => {
      await storage.put(key, inChunks(randomBytes(10)), roomy);
      await storage.remove(key);
      expect(await storage.stat(key)).toBeUndefined();
      expect(await place.everything()).toEqual([]);
      await storage.remove(key);
    });

    test('lists the files whose keys start with a prefix, and when they were stored', async () => {
      const keys = ['memories/a/original', 'memories/a/thumbnail.webp', 'memories/ab/original', 'proofs/a'];
      for (const one of keys) await storage.put(one, inChunks(randomBytes(10)), roomy);
      const listed = await allOf(storage.list('memories/a/'));
      expect(listed.map((one) => one.key).sort()).toEqual(keys.slice(0, 2));
      for (const { modifiedAt } of listed)
        expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
      expect((await allOf(storage.list(''))).map((one) => one.key).sort()).toEqual(keys);
      expect(await allOf(storage.list('memories/b'))).toEqual([]);
    });

    test('a local copy holds the bytes until it is disposed of, and the file stays', async () => {
      const bytes = randomBytes(200_000);
      await storage.put(key, inChunks(bytes), roomy);
      const copy = await storage.localCopy(key);
      expect((await readFile(copy.path)).equals(bytes)).toBe(true);
      await copy.dispose();
      await copy.dispose();
      expect(await place.everything()).toHaveLength(1);
      expect(await storage.stat(key)).toEqual({ sizeBytes: 200_000 });
    });

    test.each([
      '',
      '/a',
      'a/',
      'a//b',
      '.',
      '..',
      'a/../b',
      'a/..',
      '.hidden',
      'a..b',
      'A',
      'a b',
      'a~b',
      'a\0b',
      'ä',
    ])('no key: %j', async (bad) => {
      await expect(storage.put(bad, inChunks(randomBytes(1)), roomy)).rejects.toThrow(TypeError);
      for (const ask of [storage.stat, storage.read, storage.localCopy, storage.remove]) {
        await expect(ask(bad)).rejects.toThrow(TypeError);
      }
      expect(await place.everything()).toEqual([]);
    });

    test('a key may be 200 characters long and no longer', async () => {
      await storage.put('a'.repeat(200), inChunks(randomBytes(1)), roomy);
      await expect(storage.put('a'.repeat(201), inChunks(randomBytes(1)), roomy)).rejects.toThrow(TypeError);
      await expect(allOf(storage.list('../'))).rejects.toThrow(TypeError);
    });

    test('the check passes, many at a time, and leaves nothing', async () => {
      await Promise.all(Array.from({ length: 5 }, () => storage.check()));
      expect(await place.everything()).toEqual([]);
    });
  });
}

/** Arrives chunk by chunk, like an upload. */
function inChunks(bytes: Buffer, chunkBytes = 64 * kibibyte): Readable {
  const count = Math.ceil(bytes.length / chunkBytes);
  const chunks = Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return Readable.from(chunks, { objectMode: false });
}

/** Yields chunks of 64 KiB forever; `interrupt` runs once, after this many. */
function endless(chunksBefore: number, interrupt: () => void): Readable {
  const chunk = randomBytes(64 * kibibyte);
  return Readable.from(
    (async function* () {
      for (let count = 0; ; count += 1) {
        if (count === chunksBefore) interrupt();
        yield chunk;
      }
    })(),
  );
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray());
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Readable.from(items).toArray();
}

async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
