import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../test/factories.ts';
import { storedKeys } from '../../../test/stored-keys.ts';
import { eraseAccount } from '../account-deletion/erase-account.ts';
import { users } from '../accounts/accounts.table.ts';
import { accountExports } from './account-export.table.ts';
import { eraseOldExports, exportKey, resumeExports } from './account-export.ts';

// An export is a full copy of an account: no file of one stays behind because its row never came to name it.

const hours = 60 * 60;

/** An export whose file is whole while the row could not be written, as after a crash in between. */
async function halfMade(it: TestApp, person: Person): Promise<string> {
  const url = '/api/user/export';
  const begun = await person.request({ method: 'POST', url, payload: { password: goodPassword } });
  expect(begun.statusCode).toBe(202);
  const [row] = await it.services.db.select().from(accountExports);
  const key = exportKey(row?.id ?? '');
  await it.services.storage.put(key, Readable.from(['everything']), { maxBytes: 100 });
  await it.services.db.execute(`delete from pgboss.job where name = 'build-export'`);
  return key;
}

test('one that is given up is erased with its file', async () => {
  const it = await startTestApp();
  await halfMade(it, await createPerson(it));
  it.clock.advance(6 * hours + 1);
  await resumeExports(it.services);
  await it.work();
  await eventually(async () => (await storedKeys(it, 'exports/')).length === 0, 'the file to go');
});

test('the file goes before the row of one that was given up long ago', async () => {
  const it = await startTestApp();
  await halfMade(it, await createPerson(it));
  await it.services.db.update(accountExports).set({ failedAt: it.clock.now() });
  it.clock.advance(24 * hours);
  await eraseOldExports(it.services);
  expect(await storedKeys(it, 'exports/')).toEqual([]);
  expect(await it.services.db.$count(accountExports)).toBe(0);
});

test('a new one takes the file of one that was given up along', async () => {
  const it = await startTestApp();
  const person = await createPerson(it);
  const before = await halfMade(it, person);
  await it.services.db.update(accountExports).set({ failedAt: it.clock.now() });
  const url = '/api/user/export';
  await person.request({ method: 'POST', url, payload: { password: goodPassword } });
  await it.work();
  await eventually(
    async () => !(await storedKeys(it, 'exports/')).includes(before),
    'the file of the earlier one to go',
  );
});

test('an account is erased with the file of one that was being made', async () => {
  const it = await startTestApp();
  const person = await createPerson(it);
  await halfMade(it, person);
  const deletionRequestedAt = it.clock.now();
  await it.services.db.update(users).set({ deletionRequestedAt }).where(eq(users.id, person.user.id));
  it.clock.advance(15 * 24 * hours);
  await eraseAccount(it.services, person.user.id);
  expect(await it.services.db.$count(users)).toBe(0);
  expect(await storedKeys(it, 'exports/')).toEqual([]);
});
