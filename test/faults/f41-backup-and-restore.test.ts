// F41: a backup while people write, and its restore into another installation. Each is killed in the middle first.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../server/platform/database.ts';
import { eventually } from '../app.ts';
import { multipart } from '../multipart.ts';
import { launchCommand } from './support/commands.ts';
import { expectReconciled } from './support/deliveries.ts';
import {
  addRecipient,
  type Caller,
  created,
  registerCaller,
  scheduleLetter,
  signInWith,
  writeLetter,
} from './support/people.ts';
import { pictureOf } from './support/picture.ts';
import { makeDataDir, makeEmptyDatabase, makePlace, openPlace, type Place } from './support/place.ts';
import { launchProcess, startProcess } from './support/processes.ts';
import { expectFilesAndRowsAgree } from './support/stored-files.ts';
import { waveFile } from './support/wave-file.ts';

const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' };
/** Enough that the kill comes while they are being copied. */
const sounds = 12;
const soundBytes = 2_000_000;

async function uploadSound(caller: Caller, address: string, title: string): Promise<void> {
  const form = multipart({ type: 'audio', title, recipient: 'Maya' }, waveFile(soundBytes));
  created(await caller.call(address, { method: 'POST', path: '/api/memories/upload', form }));
}

/** Until `signal`, one person after another signs up, writes a letter and schedules it; each is then added to `done`. */
async function signUpOn({ db }: Place, address: string, done: Caller[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const caller = await registerCaller(address, db);
    const { id: memoryId } = await writeLetter(caller, address, db);
    const { id } = await addRecipient(caller, address, 'maya@example.org');
    const deliveryDate = new Date('2041-06-01T12:00:00Z');
    await scheduleLetter(caller, address, { memoryId, recipientIds: [id], deliveryDate });
    done.push(caller);
  }
}

const backupsIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.age'));

/** Waits until a file in the folder has bytes. */
function bytesIn(folder: string): Promise<unknown> {
  return eventually(async () => {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)));
    return found.some((one) => one?.isFile() && one.size > 0);
  }, `bytes in ${folder}`);
}

const auditOf = async (db: Database) =>
  (
    await db.execute(
      sql`select to_jsonb(a) as entry from audit_log a where action <> 'deliveries.held' order by id`,
    )
  ).rows;

test('nothing that was there when the backup began is lost, and no half of either passes for a whole', async () => {
  const place = await makePlace();
  const { address } = await startProcess(place.env, { role: 'web' });
  const ruth = await registerCaller(address, place.db);
  for (let count = 1; count <= sounds; count++) await uploadSound(ruth, address, `sound ${count}`);
  const people = [ruth];
  const writing = new AbortController();
  const written = signUpOn(place, address, people, writing.signal);
  // Awaited below.
  written.catch(() => undefined);
  const folder = await makeDataDir();
  const backUp = () => launchCommand({ ...place.env, ...passphrase }, 'scripts/backup.ts', ['--to', folder]);

  const killed = backUp();
  await bytesIn(join(folder, 'unfinished'));
  await killed.end('SIGKILL');
  expect(await backupsIn(folder)).toEqual([]);

  const peopleBefore = [...people];
  const whole = backUp();
  expect(await whole.exited, whole.said()).toEqual({ code: 0, signal: null });
  // The staff overview does not mention the one that was killed.
  const runs = await place.db.execute(sql`select faults from backup_runs`);
  expect(runs.rows).toEqual([{ faults: 0 }]);
  writing.abort();
  await written;
  expect(people.length).toBeGreaterThan(peopleBefore.length);
  const [backup = ''] = await backupsIn(folder);

  const target = await openPlace(await makeEmptyDatabase());
  const restore = () =>
    launchCommand({ ...target.env, ...passphrase }, 'scripts/restore.ts', ['--from', join(folder, backup)]);
  const half = restore();
  await bytesIn(join(target.dataDir, 'files'));
  await half.end('SIGKILL');
  const refused = await launchProcess(target.env, { role: 'web' });
  expect((await refused.exited).code).toBe(1);
  expect(refused.said()).toContain('Run "npm run restore" again');

  const again = restore();
  expect(await again.exited, again.said()).toEqual({ code: 0, signal: null });
  await expectReconciled(target.db);
  const entries = await auditOf(target.db);
  expect(entries.length).toBeGreaterThan(0);
  expect(await auditOf(place.db)).toEqual(expect.arrayContaining(entries));
  const restored = await startProcess(target.env, { role: 'web' });
  for (const person of peopleBefore) {
    expect(await pictureOf(person, restored.address)).toEqual(await pictureOf(person, address));
    expect(await signInWith(restored.address, person, person.password)).toBeDefined();
  }
  await restored.end('SIGTERM');
  await expectFilesAndRowsAgree(target);
});
