// The embedded database used by real processes that are killed at the worst moments.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  findServer,
  joinHere,
  locate,
  makeDataDir,
  query,
  recordLog,
  startApp,
  WAIT,
  waitUntilStopped,
} from './testing.fixture.ts';

async function pidOfServer(dataDir: string): Promise<number> {
  const server = await findServer(dataDir);
  if (!server) throw new Error('No server runs');
  return server.pid;
}

describe('a process that is killed', () => {
  test('leaves the server running, and the next start joins it', async () => {
    const dataDir = await makeDataDir();
    const killed = startApp(dataDir);
    await query(await killed.url, "create table letters as select 'kept' as text");
    const pid = await pidOfServer(dataDir);
    killed.process.kill('SIGKILL');
    await killed.exitCode;
    const next = await joinHere(dataDir);
    expect(await pidOfServer(dataDir)).toBe(pid);
    expect(await query(next.url, 'select text from letters')).toEqual([{ text: 'kept' }]);
    await next.leave();
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('while the cluster is being created: the next start creates it and cleans up', async () => {
    const dataDir = await makeDataDir();
    const killed = startApp(dataDir);
    const drafts = async () =>
      (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('cluster.'));
    await vi.waitFor(
      async () =>
        expect(await readdir(join(dataDir, 'postgres', (await drafts())[0] ?? 'none'))).toContain('cluster'),
      WAIT,
    );
    killed.process.kill('SIGKILL');
    await killed.exitCode;
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('cluster');
    const next = await joinHere(dataDir);
    expect(await query(next.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    expect(await drafts()).toEqual([]);
  });

  test('together with its server: the next start recovers and continues', async () => {
    const dataDir = await makeDataDir();
    const killed = startApp(dataDir);
    await query(await killed.url, "create table letters as select 'kept' as text");
    const pid = await pidOfServer(dataDir);
    killed.process.kill('SIGKILL');
    await killed.exitCode;
    process.kill(pid, 'SIGKILL');
    const next = await joinHere(dataDir);
    expect(next.url).toBe(await killed.url);
    expect(await query(next.url, 'select text from letters')).toEqual([{ text: 'kept' }]);
  });
});

describe('two processes', () => {
  test('started at the same moment on a fresh folder share one server; the last to leave stops it', async () => {
    const dataDir = await makeDataDir();
    const [first, second] = [startApp(dataDir), startApp(dataDir)];
    expect(await first.url).toBe(await second.url);
    first.process.kill('SIGTERM');
    expect(await first.exitCode).toBe(0);
    expect(await query(await second.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    second.process.kill('SIGTERM');
    expect(await second.exitCode).toBe(0);
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('one is killed: the other, the last to leave, stops the server', async () => {
    const dataDir = await makeDataDir();
    const [first, second] = [startApp(dataDir), startApp(dataDir)];
    await Promise.all([first.url, second.url]);
    first.process.kill('SIGKILL');
    await first.exitCode;
    expect(await query(await second.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    second.process.kill('SIGTERM');
    await second.exitCode;
    expect(await findServer(dataDir)).toBeUndefined();
  });
});

test('a Ctrl-C reaches the process and not the server, which it still needs to finish its work', async () => {
  const dataDir = await makeDataDir();
  const app = startApp(dataDir);
  await app.url;
  process.kill(-Number(app.process.pid), 'SIGINT');
  expect(await app.exitCode).toBe(0);
  expect(app.printed()).toContain('drained');
  await waitUntilStopped(dataDir);
});

describe('a server that is killed', () => {
  test('is restarted on the same port, with all its data', async () => {
    const dataDir = await makeDataDir();
    const log = recordLog();
    const { url, leave } = await joinHere(dataDir, log);
    await query(url, "create table letters as select 'kept' as text");
    const pid = await pidOfServer(dataDir);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(
      async () => expect(await query(url, 'select text from letters')).toEqual([{ text: 'kept' }]),
      WAIT,
    );
    expect(await pidOfServer(dataDir)).not.toBe(pid);
    expect(log.messages).toContain('The connection to the embedded database broke; looking after the server');
    await leave();
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('is restarted once for two processes, and still stopped by the last to leave', async () => {
    const dataDir = await makeDataDir();
    const other = startApp(dataDir);
    const { url, leave } = await joinHere(dataDir);
    expect(await other.url).toBe(url);
    process.kill(await pidOfServer(dataDir), 'SIGKILL');
    await vi.waitFor(async () => {
      const present = await query(
        url,
        "select 1 from pg_stat_activity where application_name = 'long-after presence'",
      );
      expect(present).toHaveLength(2);
    }, WAIT);
    await leave();
    expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
    other.process.kill('SIGTERM');
    expect(await other.exitCode).toBe(0);
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('while we leave is not restarted', async () => {
    const dataDir = await makeDataDir();
    const { leave } = await joinHere(dataDir);
    process.kill(await pidOfServer(dataDir), 'SIGKILL');
    await leave();
    expect(await findServer(dataDir)).toBeUndefined();
  });

  test('a terminated connection is reopened to the server, which keeps running', async () => {
    const dataDir = await makeDataDir();
    const { url } = await joinHere(dataDir);
    const pid = await pidOfServer(dataDir);
    const presence = "application_name = 'long-after presence'";
    const superuser = new URL(url);
    superuser.username = 'postgres';
    await query(superuser.href, `select pg_terminate_backend(pid) from pg_stat_activity where ${presence}`);
    await vi.waitFor(async () => {
      expect(await query(url, `select 1 from pg_stat_activity where ${presence}`)).toHaveLength(1);
    }, WAIT);
    expect(await pidOfServer(dataDir)).toBe(pid);
    expect((await locate(dataDir)).home).toBeUndefined();
  });
});
