import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { tamper } from '../../../../test/audit-log.ts';
import { createPerson } from '../../../../test/factories.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { sweepOrphans } from '../../../job-list.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { storedFileKinds } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { chainEntries, record } from '../audit/audit.ts';
import { findInstallation } from '../installation/installation.ts';
import { eraseOrphans } from './stored-files.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const lines: string[] = [];
const testApp = await startTestApp({ clock, env: { LOG_LEVEL: 'error' }, onLog: (line) => lines.push(line) });
const { services } = testApp;
const { db, storage } = services;
const prefix = 'profile-pictures/';

const put = (key: string) => storage.put(key, Readable.from(['a picture']), { maxBytes: 100 });

async function putOrphans(count: number): Promise<void> {
  for (let times = 0; times < count; times++) await put(`${prefix}${newId()}.webp`);
  clock.advance(25 * 60 * 60);
}

const keptOrphans = async () => (await findInstallation(db))?.keptOrphans;

async function recordSomething(): Promise<void> {
  await createPerson(testApp);
  await inTransaction(db, (tx) =>
    record(tx, clock.now(), { action: 'account.registered', actor: 'system', subjectId: newId() }),
  );
  await chainEntries(services);
}

/** As in a copy of the database from before the entry. */
async function forgetNewestEntry(): Promise<void> {
  await inTransaction(db, (tx) =>
    tamper(tx, async () => {
      await tx.execute(sql`delete from audit_chain where entry_id = (select max(entry_id) from audit_chain)`);
      await tx.execute(sql`delete from audit_log where id = (select max(id) from audit_log)`);
    }),
  );
}

beforeEach(async () => {
  for (const key of await storedKeys(testApp, prefix)) await storage.remove(key);
  lines.length = 0;
});

test('if more than 20 files and more than a tenth seem to have no row, none is erased, the log and staff are told, and a person may erase them', async () => {
  const { user } = await createPerson(testApp);
  const used = `${prefix}${user.id}.webp`;
  await put(used);
  await db.update(users).set({ profilePicture: used });
  await putOrphans(21);
  expect(await eraseOrphans(services, storedFileKinds)).toBe(0);
  expect(await storedKeys(testApp, prefix)).toHaveLength(22);
  expect(lines.join()).toContain('No row refers to 21 of the 22 files in the file store');
  expect(await keptOrphans()).toBe(21);

  expect(await eraseOrphans(services, storedFileKinds, { despiteDoubt: true })).toBe(21);
  expect(await storedKeys(testApp, prefix)).toEqual([used]);
  expect(await keptOrphans()).toBe(0);
});

test('an older copy of the database erases no file that it does not know, until a person says so', async () => {
  await recordSomething();
  await putOrphans(1);
  expect(await eraseOrphans(services, storedFileKinds)).toBe(1);

  await forgetNewestEntry();
  await putOrphans(1);
  expect(await eraseOrphans(services, storedFileKinds)).toBe(0);
  await recordSomething();
  clock.advance(sweepOrphans.everySeconds);
  expect(await eraseOrphans(services, storedFileKinds), 'it went another way').toBe(0);
  expect(lines.join()).toContain('the database is an older one, so none was erased');
  expect(await keptOrphans()).toBe(1);

  clock.advance(sweepOrphans.everySeconds);
  expect(await eraseOrphans(services, storedFileKinds, { despiteDoubt: true })).toBe(1);
  await putOrphans(1);
  expect(await eraseOrphans(services, storedFileKinds)).toBe(1);
});

test('20 are erased however few files there are', async () => {
  await putOrphans(20);
  expect(await eraseOrphans(services, storedFileKinds)).toBe(20);
  expect(await storedKeys(testApp, prefix)).toEqual([]);
  expect(await keptOrphans()).toBe(0);
});
