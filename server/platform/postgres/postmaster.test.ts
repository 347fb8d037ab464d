import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readIfExists } from '../whole-file.ts';
import { findPostmaster, lastPort, removeStalePidFile } from './postmaster.ts';
import { makeFolder } from './testing.fixture.ts';

// Above the largest pid that a Linux or macOS kernel assigns.
const NOBODYS_PID = 2 ** 22 + 1;

async function makePidFile(pid: number): Promise<string> {
  const cluster = join(await makeFolder(), 'cluster');
  await mkdir(cluster);
  await writeFile(join(cluster, 'postmaster.pid'), [pid, cluster, 1_700_000_000, 25_432, '', ''].join('\n'));
  return cluster;
}

describe('postmaster.pid left by a server that was killed', () => {
  test('names a dead process: no server, and clearing it is left to PostgreSQL', async () => {
    const cluster = await makePidFile(NOBODYS_PID);
    expect(await findPostmaster(cluster)).toBeUndefined();
    expect(await removeStalePidFile(cluster)).toBe(false);
    expect(await lastPort(cluster)).toBe(25_432);
  });

  test('names a process that is now another program: no server, and it is removed', async () => {
    const cluster = await makePidFile(process.pid);
    expect(await findPostmaster(cluster)).toBeUndefined();
    expect(await removeStalePidFile(cluster)).toBe(true);
    expect(await readIfExists(join(cluster, 'postmaster.pid'))).toBeUndefined();
  });

  test('is empty: kept while it may still be filled, removed when it stays so', async () => {
    const cluster = await makePidFile(process.pid);
    const path = join(cluster, 'postmaster.pid');
    await writeFile(path, '');
    expect(await removeStalePidFile(cluster)).toBe(false);
    await utimes(path, 1_700_000_000, 1_700_000_000);
    expect(await removeStalePidFile(cluster)).toBe(true);
  });
});
