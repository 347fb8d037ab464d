import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountRefusal, mountSmallDisk } from '../../../test/small-disk.ts';
import { openDiskStorage } from './disk-storage.ts';
import { StorageFullError } from './storage.ts';

// Behaviour specific to the disk. What every storage does is in storage.test.ts.

const mebibyte = 1024 * 1024;
const roomy = { maxBytes: 100 * mebibyte };
const writer = join(import.meta.dirname, 'disk-writer.child.ts');
const reader = join(import.meta.dirname, 'disk-reader.child.ts');

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'disk-storage-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('stores files two folders deep, evenly spread, under their key, readable by their owner only', async () => {
  const storage = await openDiskStorage({ dir });
  const keys = Array.from({ length: 64 }, (_, index) => `memories/0198c0de-0000-7000-8000-${index}/original`);
  for (const key of keys) await storage.put(key, Readable.from([randomBytes(10)]), roomy);
  const paths = (await readdir(dir, { recursive: true })).filter((path) => path.includes('~'));
  for (const path of paths) expect(path).toMatch(/^[0-9a-f]\/[0-9a-f]\/memories~[0-9a-f-]+~original$/);
  expect(paths).toHaveLength(64);
  expect(new Set(paths.map((path) => path.slice(0, 3))).size).toBeGreaterThan(40);
  expect((await stat(join(dir, paths[0] ?? ''))).mode & 0o777).toBe(0o600);
});

test('a second storage on the folder, opened while the first is in use, finds its files', async () => {
  const first = await openDiskStorage({ dir });
  await first.put('a', Readable.from([Buffer.from('words')]), roomy);
  const second = await openDiskStorage({ dir });
  expect((await (await second.read('a')).toArray()).join('')).toBe('words');
});

test('a local copy is the stored file itself', async () => {
  const storage = await openDiskStorage({ dir });
  await storage.put('a', Readable.from([Buffer.from('words')]), roomy);
  const copy = await storage.localCopy('a');
  expect(copy.path.startsWith(dir)).toBe(true);
  await copy.dispose();
  expect(await storage.stat('a')).toEqual({ sizeBytes: 5 });
});

test('opening removes temporary files older than a day, and no younger ones', async () => {
  await mkdir(join(dir, 'tmp'));
  const dayAgo = Date.now() / 1000 - 24 * 3600;
  for (const [name, time] of [['old', dayAgo - 60] as const, ['young', dayAgo + 60] as const]) {
    await writeFile(join(dir, 'tmp', name), 'half a film');
    await utimes(join(dir, 'tmp', name), time, time);
  }
  await openDiskStorage({ dir });
  expect(await readdir(join(dir, 'tmp'))).toEqual(['young']);
});

test('does not list foreign files', async () => {
  const storage = await openDiskStorage({ dir });
  await mkdir(join(dir, '0', '0'), { recursive: true });
  await writeFile(join(dir, '0', '0', 'Thumbs.db'), '');
  expect(await Readable.from(storage.list('')).toArray()).toEqual([]);
});

test('the check fails when the folder is gone', async () => {
  const storage = await openDiskStorage({ dir });
  await rm(join(dir, 'tmp'), { recursive: true });
  await expect(storage.check()).rejects.toMatchObject({
    name: 'StorageUnavailableError',
    message: expect.stringContaining('ENOENT'),
  });
});

test.runIf(process.platform === 'linux')(
  'a file that may not be read is a state that passes: nothing says that it is missing',
  async () => {
    const storage = await openDiskStorage({ dir });
    await storage.put('films/one', Readable.from([Buffer.from('words')]), roomy);
    const answers = execFileSync(process.execPath, [reader, dir, 'films/one'], { encoding: 'utf8' });
    // So that the folder can be removed again.
    await chmod(dir, 0o700);
    expect(answers.trim().split('\n')).toEqual(Array(4).fill('StorageUnavailableError'));
  },
);

describe('F01: kill -9 at any moment', () => {
  test.each([1, 2, 5, 9, 14])(
    'after %d acknowledged puts: all of them are complete, and no file is partial',
    async (count) => {
      const child = spawn(process.execPath, [writer, dir, `${mebibyte * 10}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const acknowledged: [string, string][] = [];
      for await (const line of createInterface(child.stdout)) {
        const [key = '', sha256 = ''] = line.split(' ');
        if (acknowledged.push([key, sha256]) === count) child.kill('SIGKILL');
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');

      const storage = await openDiskStorage({ dir });
      const found = new Map<string, string>();
      for await (const { key } of storage.list('')) {
        const bytes = Buffer.concat(await (await storage.read(key)).toArray());
        found.set(key, createHash('sha256').update(bytes).digest('hex'));
        const index = Number(key.split('/')[1]);
        expect(bytes.length).toBe(32 * 1024 * (1 + ((index * 7) % 40)));
      }
      for (const [key, sha256] of acknowledged) expect(found.get(key)).toBe(sha256);
      // The put in progress may have finished just before the kill, but none after it had begun.
      expect(found.size).toBeLessThanOrEqual(acknowledged.length + 1);
    },
  );
});

describe('F13: a disk that is full', () => {
  const refusal = mountRefusal();
  if (refusal) process.stdout.write(`The full disk is tried by a file-size limit only: ${refusal}\n`);

  test.runIf(!refusal)(
    'is a StorageFullError that leaves nothing behind, and puts work again once there is space',
    async () => {
      const disk = mountSmallDisk(dir, 4);
      try {
        const storage = await openDiskStorage({ dir });
        await storage.put('small', Readable.from([randomBytes(mebibyte)]), roomy);
        const film = Array.from({ length: 100 }, () => randomBytes(64 * 1024));
        for (let tries = 0; tries < 3; tries += 1) {
          await expect(storage.put('film', Readable.from(film), roomy)).rejects.toThrow(StorageFullError);
          expect(await readdir(join(dir, 'tmp'))).toEqual([]);
          expect(await storage.stat('film')).toBeUndefined();
        }
        await storage.check();
        await storage.put('film', Readable.from(film.slice(0, 40)), roomy);
        expect(await storage.stat('film')).toEqual({ sizeBytes: 40 * 64 * 1024 });

        disk.fill();
        await expect(storage.check()).rejects.toThrow(StorageFullError);
        expect(await readFile((await storage.localCopy('small')).path)).toHaveLength(mebibyte);
      } finally {
        disk.unmount();
      }
    },
  );

  test('exceeding the file-size limit is a StorageFullError that leaves nothing behind', async () => {
    const limited = `ulimit -f 256; exec "$@"`;
    const command = ['-c', limited, 'sh', process.execPath, writer, dir, `${mebibyte * 10}`];
    const lines = execFileSync('sh', command, { encoding: 'utf8' }).trim().split('\n');
    expect(lines.at(-1)).toBe('StorageFullError');
    const kept = await readdir(dir, { recursive: true });
    expect(kept.filter((path) => path.includes('~'))).toHaveLength(lines.length - 1);
    expect(await readdir(join(dir, 'tmp'))).toEqual([]);
  });
});
