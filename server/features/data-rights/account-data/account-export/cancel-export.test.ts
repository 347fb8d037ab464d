import { Readable } from 'node:stream';
import { isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { begin, stateOf, uploadPhoto, url } from '../../../../../test/account-exports.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { readZip } from '../../../../../test/zip.ts';
import type { Storage } from '../../../../platform/storage/storage.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { fileChecks } from '../../../system/stored-files/stored-files.table.ts';
import { accountExports } from './account-export.table.ts';
import { exportKey } from './account-export.ts';
import { buildExport } from './build-export.ts';

const cancel = (person: Person) => person.request({ method: 'DELETE', url });

/** Returns the id of the export. No job runs automatically in these tests until `work()` is called. */
async function begun(testApp: TestApp, person: Person): Promise<string> {
  expect((await begin(person)).statusCode).toBe(202);
  const rows = await testApp.services.db.select().from(accountExports);
  return rows.find(({ userId }) => userId === person.user.id)?.id ?? '';
}

async function withPhotos(testApp: TestApp): Promise<Person> {
  const person = await createPerson(testApp);
  for (const background of ['red', 'green', 'blue']) {
    const picture = sharp({ create: { width: 80, height: 60, channels: 3, background } });
    await uploadPhoto(person, background, `${background}.jpg`, await picture.jpeg().toBuffer());
  }
  return person;
}

/** The same services, with something that happens while the export is being built. */
function during(testApp: TestApp, changes: (storage: Storage) => Partial<Storage>) {
  const { storage } = testApp.services;
  return { ...testApp.services, storage: { ...storage, ...changes(storage) } };
}

test('204 while it is made: the job stops before the next file, nothing is left, and a new one can be made', async () => {
  const testApp = await startTestApp();
  const person = await withPhotos(testApp);
  const id = await begun(testApp, person);
  let filesRead = 0;
  const services = during(testApp, (storage) => ({
    read: async (key, range) => {
      filesRead++;
      expect((await cancel(person)).statusCode).toBe(204);
      return storage.read(key, range);
    },
  }));
  await buildExport(services, id);
  expect(filesRead).toBe(1);
  expect((await stateOf(person)).status).toBe('none');
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);

  const next = await begun(testApp, person);
  expect(next).not.toBe(id);
  await buildExport(testApp.services, next);
  expect((await stateOf(person)).status).toBe('ready');
  const entries = await testApp.services.db.select().from(auditLog);
  expect(entries.filter(({ action }) => action === 'export.cancelled')).toMatchObject([
    { actor: person.user.id, subjectId: id },
  ]);
});

test('what its owner deletes meanwhile is no fault of ours: the export starts over without it', async () => {
  const testApp = await startTestApp();
  const { db, storage } = testApp.services;
  const person = await withPhotos(testApp);
  const id = await begun(testApp, person);
  const [gone] = (await person.request({ url: '/api/memories' })).json<Memory[]>();
  let isDeleted = false;
  const services = during(testApp, () => ({
    read: async (key, range) => {
      if (!isDeleted) {
        isDeleted = true;
        await person.request({ method: 'DELETE', url: `/api/memories/${gone?.id}` });
        for (const each of await storedKeys(testApp, `memories/${gone?.id}/`)) await storage.remove(each);
      }
      return storage.read(key, range);
    },
  }));
  await buildExport(services, id);
  expect(await stateOf(person)).toMatchObject({ status: 'ready', brokenFiles: 0 });
  expect(await db.$count(fileChecks, isNotNull(fileChecks.brokenAt))).toBe(0);
  const bytes = await (await storage.read(exportKey(id))).toArray();
  const entries = readZip(Buffer.concat(bytes));
  expect(JSON.parse(String(entries.get('data.json'))).memories).toHaveLength(2);
  expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(2);
});

test('204 inside a long file: the job stops at its next step, without waiting for the end of the file', async () => {
  const testApp = await startTestApp();
  const person = await withPhotos(testApp);
  const id = await begun(testApp, person);
  const services = during(testApp, (storage) => ({
    read: async (key) => {
      const bytes = Buffer.concat(await (await storage.read(key)).toArray());
      const neverWhole = new Readable({ read() {} });
      expect((await cancel(person)).statusCode).toBe(204);
      neverWhole.push(bytes.subarray(0, -1));
      return neverWhole;
    },
  }));
  await buildExport(services, id);
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);
});

test('204 between the last byte and the finish: no file, and no word that it is ready', async () => {
  const testApp = await startTestApp();
  const person = await withPhotos(testApp);
  const id = await begun(testApp, person);
  const services = during(testApp, (storage) => ({
    put: async (key, source, options) => {
      const stored = await storage.put(key, source, options);
      expect((await cancel(person)).statusCode).toBe(204);
      return stored;
    },
  }));
  await buildExport(services, id);
  expect((await stateOf(person)).status).toBe('none');
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);
  const mails = await mailTo(testApp.services, person.user.email);
  expect(mails.map(({ subject }) => subject)).not.toContain('Your export is ready');
});

test('204 and then a crash: the job that comes again clears up', async () => {
  const testApp = await startTestApp();
  const person = await withPhotos(testApp);
  const id = await begun(testApp, person);
  expect((await cancel(person)).statusCode).toBe(204);
  await testApp.services.storage.put(exportKey(id), Readable.from(['everything']), { maxBytes: 100 });
  await buildExport(testApp.services, id);
  expect(await storedKeys(testApp, 'exports/')).toEqual([]);
});

test('204 for a ready one: its file goes, while the one of somebody else stays', async () => {
  const testApp = await startTestApp();
  const [person, other] = [await withPhotos(testApp), await createPerson(testApp)];
  const [own, others] = [await begun(testApp, person), await begun(testApp, other)];
  await buildExport(testApp.services, own);
  await buildExport(testApp.services, others);
  expect((await cancel(person)).statusCode).toBe(204);
  expect((await stateOf(person)).status).toBe('none');
  expect((await stateOf(other)).status).toBe('ready');
  await testApp.work();
  await eventually(
    async () => !(await storedKeys(testApp, 'exports/')).includes(exportKey(own)),
    'the file to go',
  );
  expect(await storedKeys(testApp, 'exports/')).toEqual([exportKey(others)]);
});

test('404: none was begun, it was cancelled already, or its time is over; of two at once one cancels', async () => {
  const testApp = await startTestApp();
  const person = await createPerson(testApp);
  expect((await cancel(person)).statusCode).toBe(404);
  await begun(testApp, person);
  const answers = await Promise.all([cancel(person), cancel(person)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  await buildExport(testApp.services, await begun(testApp, person));
  await testApp.services.db.update(accountExports).set({ availableUntil: testApp.clock.now() });
  expect((await cancel(person)).statusCode).toBe(404);
});

test('401: nobody in particular', async () => {
  const testApp = await startTestApp();
  expect((await testApp.app.inject({ method: 'DELETE', url })).statusCode).toBe(401);
});
