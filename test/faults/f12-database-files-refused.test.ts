// F12: the permissions of the database's own files are gone. Requests are put off instead of failing, the process is not
// ready and says why, nothing is half done, and everything is well again as soon as the permissions are back.
import { chmod, chown, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { expect, inject, onTestFinished, test } from 'vitest';
import { query } from '../../server/platform/postgres/testing.fixture.ts';
import { startTestApp } from '../app.ts';
import { cloneDatabase, withoutCheckpoints } from '../database.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { createPerson, type Person } from '../factories.ts';
import { multipart } from '../multipart.ts';

const superuser = new URL(inject('postgresUrl'));
superuser.username = 'postgres';
const ask = (sql: string) => query(superuser.href, sql);

/** A folder in which PostgreSQL keeps whole databases, and the name of its tablespace. */
async function makeTablespace() {
  const name = `refused_${v7().replaceAll('-', '')}`;
  const [found] = await query<{ data_directory: string }>(superuser.href, 'show data_directory');
  const { uid, gid } = await stat(found?.data_directory ?? '');
  const dir = await mkdtemp(join('/tmp', 'long-after-refused-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(dir, uid, gid);
  await ask(`create tablespace ${name} location '${dir}'`);
  await ask(`grant create on tablespace ${name} to public`);
  atEndOfFile(async () => {
    await ask(`drop tablespace ${name}`);
    await rmdir(dir);
  });
  return { name, refuse: () => chmod(dir, 0o000), allow: () => chmod(dir, 0o700) };
}

const write = (person: Person) =>
  person.request({
    method: 'POST',
    url: '/api/memories/upload',
    ...multipart({ type: 'letter', title: 'Dear Maya', recipient: 'Maya', content: 'Dear Maya' }),
  });

test('F12: the database may not use its files, and goes on once it may', async () => {
  const { name: tablespace, refuse, allow } = await makeTablespace();
  const database = await cloneDatabase({ tablespace });
  atEndOfFile(database.drop);
  const log: string[] = [];
  const testApp = await startTestApp({
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'info' },
    onLog: (line) => log.push(line),
  });
  const readyz = async () => {
    testApp.clock.advance(10);
    return testApp.app.inject({ url: '/readyz' });
  };
  const person = await createPerson(testApp, { plan: 'premium' });
  const list = () => person.request({ url: '/api/memories' });
  expect((await write(person)).statusCode).toBe(201);
  expect((await readyz()).statusCode).toBe(200);

  onTestFinished(allow);
  await withoutCheckpoints(async () => {
    await refuse();
    // Connections that have its files open keep them; new connections find them inaccessible.
    const name = new URL(database.url).pathname.slice(1);
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    expect((await readyz()).statusCode).toBe(503);
    for (let tries = 0; tries < 3; tries++) {
      for (const refused of [await write(person), await list()]) {
        expect(refused.statusCode, refused.body).toBe(503);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
    }
    expect((await readyz()).json().parts.database.message).toBe(
      'The database may not use its own files: their rights were changed',
    );
    expect((await testApp.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    await allow();
  });
  expect((await readyz()).statusCode).toBe(200);
  expect((await list()).json()).toHaveLength(1);
  expect((await write(person)).statusCode).toBe(201);
});
