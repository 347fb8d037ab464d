import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openServerLog, readServerLog, sizeOf, trimServerLog } from './server-log.ts';
import { makeFolder } from './testing.fixture.ts';

test('rotates a large log under the running server and keeps one older part', async () => {
  const path = join(await makeFolder(), 'postgres.log');
  const server = await openServerLog(path);
  await server.write('the first day\n');
  await trimServerLog(path, 1000);
  expect(await sizeOf(path)).toBe(14);
  await trimServerLog(path, 10);
  await server.write('the second day\n');
  await server.close();
  expect(await readServerLog(path, 0)).toBe('the second day\n');
  expect(await readServerLog(`${path}.1`, 0)).toBe('the first day\n');
});

test('reads only what was logged since a given length', async () => {
  const path = join(await makeFolder(), 'postgres.log');
  await writeFile(path, 'before\n');
  const since = await sizeOf(path);
  await writeFile(path, 'after\n', { flag: 'a' });
  expect(await readServerLog(path, since)).toBe('after\n');
});
