import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { eraseAccount } from '../account-deletion/erase-account.ts';
import { accountExports } from './account-export.table.ts';
import { exportKey } from './account-export.ts';
import { eraseOldExports, resumeExports } from './export-sweeps.ts';

// An export is a full copy of an account: its file must not stay behind if its row never came to name it.

const hours = 60 * 60;

/** An export whose file is complete but whose row was not written, as after a crash in between. */
async function halfMade(testApp: TestApp, person: Person): Promise<string> {
  const url = '/api/user/export';
  const begun = await person.request({ method: 'POST', url, payload: { password: goodPassword } });
  expect(begun.statusCode).toBe(202);
  const [row] = await testApp.services.db.select().from(accountExports);
  const key = exportKey(row?.id ?? '');
  await testApp.services.storage.put(key, Readable.from(['everything']), { maxBytes: 100 });
  await testApp.services.db.execute(`delete from pgboss.job where name = 'build-export'`);
  return key;
}

test('one that is given up is erased with its file', async () => {
  const testApp = await startTestApp();
  await halfMade(testApp, await createPerson(testApp));
  testApp.clock.advance(6 * hours + 1);
  await resumeExports(testApp.services);
  await testApp.work();
  await eventually(async () => (await storedKeys(testApp, 'exports/')).length === 0, 'the file to go');
});

test('the file goes before the row of one that was given up long ago', async () => {
  const testApp = await startTestApp();
  await halfMade(testApp, await createPerson(testApp));
  await testApp.services.db.update(accountExports).set({ failedAt: testApp.clock.now() });
  testApp.clock.advance(24 * hours);
  await eraseOldExports(testApp.services);
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);
  expect(await testApp.services.db.$count(accountExports)).toBe(0);
});

test('a new one takes the file of one that was given up along', async () => {
  const testApp = await startTestApp();
  const person = await createPerson(testApp);
  const before = await halfMade(testApp, person);
  await testApp.services.db.update(accountExports).set({ failedAt: testApp.clock.now() });
  const url = '/api/user/export';
  await person.request({ method: 'POST', url, payload: { password: goodPassword } });
  await testApp.work();
  await eventually(
    async () => !(await storedKeys(testApp, 'exports/')).includes(before),
    'the file of the earlier one to go',
  );
});

test('an account is erased with the file of one that was being made', async () => {
  const testApp = await startTestApp();
  const person = await createPerson(testApp);
  await halfMade(testApp, person);
  const deletionRequestedAt = testApp.clock.now();
  await testApp.services.db.update(users).set({ deletionRequestedAt }).where(eq(users.id, person.user.id));
  testApp.clock.advance(15 * 24 * hours);
  await eraseAccount(testApp.services, person.user.id);
  expect(await testApp.services.db.$count(users)).toBe(0);
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);
});
