// F12: the database's disk is full. Writes say when to come back, existing data can be read, the process is
// not ready and says why, and everything is well again as soon as there is room, without any repair.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { expect, inject, onTestFinished, test } from 'vitest';
import { query } from '../../server/platform/postgres/testing.fixture.ts';
import { startTestApp } from '../app.ts';
import { cloneDatabase } from '../database.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { createPerson, type Person } from '../factories.ts';
import { multipart } from '../multipart.ts';
import { mountRefusal, mountSmallDisk, type SmallDisk } from '../small-disk.ts';

const diskMebibytes = 48;
const refusal = mountRefusal();
if (refusal) process.stdout.write(`F12 is not tried, since no disk can be mounted here: ${refusal}\n`);

function superuserUrl(): URL {
  const url = new URL(inject('postgresUrl'));
  url.username = 'postgres';
  return url;
}

/** A disk that PostgreSQL can write to, and the name of its tablespace for whole databases. */
async function makeTablespace(): Promise<{ name: string; disk: SmallDisk }> {
  const superuser = superuserUrl();
  const name = `small_disk_${v7().replaceAll('-', '')}`;
  const [found] = await query<{ data_directory: string }>(superuser.href, 'show data_directory');
  const { uid } = await stat(found?.data_directory ?? '');
  const dir = await mkdtemp(join('/tmp', 'long-after-small-disk-'));
  const disk = mountSmallDisk(dir, diskMebibytes, uid);
  await query(superuser.href, `create tablespace ${name} location '${dir}'`);
  await query(superuser.href, `grant create on tablespace ${name} to public`);
  atEndOfFile(async () => {
    await query(superuser.href, `drop tablespace ${name}`);
    disk.unmount();
    await rmdir(dir);
  });
  return { name, disk };
}

function writeLongLetter(person: Person) {
  const content = randomBytes(2_000).toString('hex');
  const form = multipart({ type: 'letter', title: 'A long one', recipient: 'Maya', content });
  return person.request({ method: 'POST', url: '/api/memories/upload', ...form });
}

test.runIf(!refusal)(
  'F12: writes are put off, reads go on, and the process says that it is not ready',
  async () => {
    const { name: tablespace, disk } = await makeTablespace();
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
    expect((await readyz()).statusCode).toBe(200);

    disk.fill();
    onTestFinished(disk.clear);
    const red = await readyz();
    expect(red.statusCode).toBe(503);
    expect(red.json().parts.database).toEqual({ ok: false, message: 'The disk of the database is full' });

    let written = 0;
    let refused = await writeLongLetter(person);
    // Its existing pages may have room for some rows.
    for (; refused.statusCode === 201 && written < 100; written++) refused = await writeLongLetter(person);
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A reader may have to write pages that others changed, for which the disk has already reserved space.
    await query(superuserUrl().href, 'checkpoint');
    const list = await person.request({ url: '/api/memories' });
    expect(list.statusCode, `${list.body}\n${log.join('')}`).toBe(200);
    // Refused writes left nothing, in whole or in part.
    const [found] = await query<{ kept: number; told: number }>(
      database.url,
      `select (select count(*) from memories)::int as kept, count(*)::int as told from audit_log
       where action = 'memory.created'`,
    );
    expect(found).toEqual({ kept: written, told: written });
    expect((await testApp.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect(log.join('\n')).toContain('this process is not ready');
    expect(log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);

    disk.clear();
    expect((await readyz()).statusCode).toBe(200);
    expect(log.join('\n')).toContain('this process is ready again');
    expect((await writeLongLetter(person)).statusCode).toBe(201);
  },
);
