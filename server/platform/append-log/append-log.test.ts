import { closeSync, readdirSync, readlinkSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import type { AppendLog } from './append-log.ts';
import { openDiskAppendLog } from './disk-append-log.ts';
import { openStorageAppendLog } from './storage-append-log.ts';

type Open = (dir: string, writer: string) => Promise<AppendLog>;
const kinds: [string, Open][] = [
  ['on disk', async (dir, writer) => openDiskAppendLog({ dir, writer })],
  [
    'in the file storage',
    async (dir, writer) =>
      openStorageAppendLog({ storage: await openDiskStorage({ dir }), prefix: 'log/', writer }),
  ],
];

const newFolder = () => mkdtemp(join(tmpdir(), 'long-after-append-log-'));
const may = new Date('2031-05-04T23:59:59.900Z');
const midnight = new Date('2031-05-05T00:00:00Z');

async function all(log: AppendLog, day: string): Promise<string[]> {
  return Array.fromAsync(log.read(day));
}

describe.each(kinds)('%s', (_kind, open) => {
  test('lines are read back by day, from every writer, and another process sees them', async () => {
    const dir = await newFolder();
    const [one, other] = [await open(dir, 'one'), await open(dir, 'other')];
    await one.append(may, ['a', 'b'], { durable: true });
    await Promise.all([one.append(may, ['c']), one.append(midnight, ['d']), other.append(may, ['e'])]);
    const reader = await open(dir, 'reader');
    expect((await all(reader, '2031-05-04')).toSorted()).toEqual(['a', 'b', 'c', 'e']);
    expect(await all(reader, '2031-05-05')).toEqual(['d']);
    expect(await reader.days('2031-05')).toEqual(['2031-05-05', '2031-05-04']);
    expect(await reader.days('2031-04')).toEqual([]);
    expect(await all(reader, '2031-05-06')).toEqual([]);
    for (const log of [one, other, reader]) await log.close();
  });
});

test('what cannot be written is said', async () => {
  const dir = await newFolder();
  await writeFile(join(dir, 'file'), '');
  const onDisk = openDiskAppendLog({ dir: join(dir, 'file'), writer: 'one' });
  await expect(onDisk.append(may, ['a'])).rejects.toThrow('ENOTDIR');

  const storage = await openDiskStorage({ dir });
  const away = { ...storage, put: () => Promise.reject(new Error('the store is away')) };
  const inStorage = openStorageAppendLog({ storage: away, prefix: 'log/', writer: 'one' });
  await expect(inStorage.append(may, ['a'])).rejects.toThrow('the store is away');
});

test('F44: on disk, what could not be opened is opened at the next use, and until then the check says why', async () => {
  const dir = await newFolder();
  const inTheWay = join(dir, '2031-05-04');
  await writeFile(inTheWay, '');
  const log = openDiskAppendLog({ dir, writer: 'one' });
  await expect(log.append(may, ['a'])).rejects.toThrow('EEXIST');
  await expect(log.check(may)).rejects.toThrow('EEXIST');
  await rm(inTheWay);
  await log.check(may);
  await log.append(may, ['b'], { durable: true });
  expect(await all(log, '2031-05-04')).toEqual(['b']);
  await log.close();
});

test('F44: on disk, a line after a write that broke off is whole, in a file that was opened again', async () => {
  const dir = await newFolder();
  const log = openDiskAppendLog({ dir, writer: 'one' });
  await log.append(may, ['a']);
  // What a full disk leaves behind: the beginning of a line, and an error.
  await appendFile(join(dir, '2031-05-04', 'one.ndjson'), '{"half of');
  closeSync(openedFile(join(dir, '2031-05-04', 'one.ndjson')));
  await expect(log.append(may, ['lost'])).rejects.toThrow('EBADF');
  await log.check(may);
  await log.append(may, ['b']);
  expect(await all(log, '2031-05-04')).toEqual(['a', '{"half of', 'b']);
  await log.close();
});

/** The descriptor under which this process has a file open. */
function openedFile(path: string): number {
  const number = readdirSync('/proc/self/fd').find((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  });
  return Number(number);
}

test('on disk, a writer of each process has its own file', async () => {
  const dir = await newFolder();
  for (const writer of ['one', 'other']) {
    const log = openDiskAppendLog({ dir, writer });
    await log.append(may, [writer]);
    await log.close();
  }
  expect((await readdir(join(dir, '2031-05-04'))).toSorted()).toEqual(['one.ndjson', 'other.ndjson']);
});
