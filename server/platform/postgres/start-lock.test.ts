import { describe, expect, test } from 'vitest';
import { withStartLock } from './start-lock.ts';
import { makeFolder, startChild } from './testing.fixture.ts';

describe('the start lock', () => {
  test('is held by one at a time', async () => {
    const folder = await makeFolder();
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withStartLock(folder, work)));
    expect(most).toBe(1);
  });

  test('is free again after a failure', async () => {
    const folder = await makeFolder();
    await expect(withStartLock(folder, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await withStartLock(folder, async () => 'done', 0)).toBe('done');
  });

  test('held by another process: refused with a sentence naming that process', async () => {
    const folder = await makeFolder();
    const holder = startChild('./hold-lock.fixture.ts', [folder]);
    await holder.url;
    await expect(withStartLock(folder, async () => undefined, 0)).rejects.toThrow(
      `The process ${holder.process.pid} is starting or stopping the database in ${folder}`,
    );
  });

  test('is released when its process is killed', async () => {
    const folder = await makeFolder();
    const holder = startChild('./hold-lock.fixture.ts', [folder]);
    await holder.url;
    holder.process.kill('SIGKILL');
    await holder.exitCode;
    expect(await withStartLock(folder, async () => 'done', 0)).toBe('done');
  });
});
