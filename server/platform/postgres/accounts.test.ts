// Which account PostgreSQL runs under, and folders that this account cannot reach. Only root can run all of these
// tests; an ordinary account can only be itself.
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinEmbeddedPostgres } from './embedded-postgres.ts';
import { canEnter, chooseOperatingUser, isRoot } from './operating-user.ts';
import {
  coverDataDir,
  joinHere,
  locate,
  makeDataDir,
  makeFolder,
  query,
  recordLog,
  startApp,
} from './testing.fixture.ts';

const repository = join(import.meta.dirname, '../../..');
const nobody = isRoot() ? { uid: askId('-u'), gid: askId('-g') } : { uid: 0, gid: 0 };
const nobodyCanRunUs = isRoot() && (await canEnter({ name: 'nobody', ids: nobody }, repository));

function askId(kind: string): number {
  return Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
}

test.runIf(isRoot())(
  'root uses the account postgres, or nobody if that account can neither be found nor created',
  async () => {
    expect((await chooseOperatingUser()).ids?.uid).not.toBe(0);
    expect(await chooseOperatingUser('not a name for an account')).toEqual({ name: 'nobody', ids: nobody });
  },
);

test.runIf(!isRoot())('an ordinary account owns its database', async () => {
  const dataDir = await makeDataDir();
  await joinHere(dataDir);
  expect((await stat((await locate(dataDir)).cluster)).uid).toBe(process.getuid?.());
});

describe.runIf(nobodyCanRunUs)('started by an ordinary account', () => {
  test('runs as that account, also when root joins or starts it', async () => {
    const dataDir = await makeDataDir();
    await mkdir(dataDir);
    await chown(dataDir, nobody.uid, nobody.gid);
    const app = startApp(dataDir, nobody);
    await query(await app.url, "create table letters as select 'kept' as text");
    const { cluster } = await locate(dataDir);
    expect((await stat(cluster)).uid).toBe(nobody.uid);
    const joined = await joinHere(dataDir);
    expect(joined.url).toBe(await app.url);
    app.process.kill('SIGTERM');
    expect(await app.exitCode).toBe(0);
    await joined.leave();
    const again = await joinHere(dataDir);
    expect(await query(again.url, 'select text from letters')).toEqual([{ text: 'kept' }]);
  });

  test('refuses a folder it may not write to, and one created by root', async () => {
    const locked = join(await makeFolder(), 'data');
    await mkdir(locked);
    const refused = startApp(locked, nobody);
    await expect(refused.url).rejects.toThrow(`needs to read and write ${locked}, and is not permitted to`);
    expect(await refused.exitCode).toBe(1);
    const dataDir = await makeDataDir();
    await (await joinHere(dataDir)).leave();
    await expect(startApp(dataDir, nobody).url).rejects.toThrow('is not writable for this account');
  });
});

describe.runIf(isRoot())('as root, from a folder that no other account can reach', () => {
  async function makeClosedDataDir(): Promise<string> {
    const closed = await makeFolder();
    await chmod(closed, 0o700);
    return coverDataDir(join(closed, 'data'));
  }

  test('stores the data in a permanent place, logs one line about it, and finds it again', async () => {
    const dataDir = await makeClosedDataDir();
    const log = recordLog();
    const first = await joinHere(dataDir, log);
    const { home } = await locate(dataDir);
    expect(home).toMatch(/^\/var\/lib\/long-after\/database-/);
    expect(log.messages.filter((message) => message.includes('is kept in'))).toHaveLength(1);
    await query(first.url, "create table letters as select 'kept' as text");
    await first.leave();
    const second = await joinHere(dataDir, log);
    expect(await query(second.url, 'select text from letters')).toEqual([{ text: 'kept' }]);
    expect(log.messages.filter((message) => message.includes('is kept in'))).toHaveLength(1);
  });

  test('refuses a copy of the folder; a moved folder keeps its data', async () => {
    const dataDir = await makeClosedDataDir();
    await (await joinHere(dataDir)).leave();
    const copy = `${dataDir}-copy`;
    execFileSync('cp', ['-a', dataDir, copy]);
    await expect(joinEmbeddedPostgres({ dataDir: copy, log: recordLog() })).rejects.toThrow('is a copy of');
    const moved = coverDataDir(`${dataDir}-moved`);
    await rename(dataDir, moved);
    const { url } = await joinHere(moved);
    expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  });

  test('reports a missing home instead of replacing it with an empty database', async () => {
    const dataDir = await makeClosedDataDir();
    await (await joinHere(dataDir)).leave();
    const location = await readFile(join(dataDir, 'postgres', 'location'), 'utf8');
    await rename(location, `${location}-gone`);
    onTestFinished(() => rename(`${location}-gone`, location));
    await expect(joinEmbeddedPostgres({ dataDir, log: recordLog() })).rejects.toThrow(
      `is kept in ${location}, and is not there`,
    );
  });
});
