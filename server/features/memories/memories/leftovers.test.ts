import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { eventually, startTestApp } from '../../../../test/app.ts';
import { createPerson, createPhoto } from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { checkMemory as checkMemoryJob, convertRecording } from '../../../job-list.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { storedFileKinds } from '../../../wiring.ts';
import { accountExports } from '../../data-rights/account-data/account-export/account-export.table.ts';
import { exportKey } from '../../data-rights/account-data/account-export/account-export.ts';
import { eraseOrphans } from '../../system/stored-files/stored-files.ts';
import { recheckMemories, requeueConversions } from './memories.jobs.ts';
import { memories } from './memories.table.ts';
import { storageKey } from './receive-upload.ts';

// What a crash leaves behind: checks without a job, files without a memory.

const jpeg = await drawing().jpeg().toBuffer();

async function createExports(db: Database, now: Date, userId: string) {
  const [ready, beingMade, givenUp] = [newId(), newId(), newId()];
  const begun = { userId, requestedAt: now };
  await db.insert(accountExports).values([
    { ...begun, id: ready, readyAt: now, fileKey: exportKey(ready) },
    { ...begun, id: beingMade },
    { ...begun, id: givenUp, failedAt: now },
  ]);
  return { ready, beingMade, givenUp };
}

describe('a check whose job was lost with the queue', () => {
  test('is enqueued again once the memory has waited long enough, and then done', async () => {
    const testApp = await startTestApp();
    const { services, clock } = testApp;
    const person = await createPerson(testApp);
    const photo = await createPhoto(person);
    clock.advance(10 * 60);
    expect(await recheckMemories(services), 'its job still waits').toBe(0);

    await services.db.execute(`delete from pgboss.job where name = '${checkMemoryJob.name}'`);
    expect(await recheckMemories(services)).toBe(1);
    expect(await services.jobs.backlog(checkMemoryJob)).toBe(1);
    expect(await recheckMemories(services), 'not twice').toBe(0);
    await testApp.work();
    await eventually(async () => {
      const [row] = await services.db.select().from(memories).where(eq(memories.id, photo.id));
      return row?.isApproved;
    }, 'the approval');
  });

  test('is left alone while the memory is new', async () => {
    const testApp = await startTestApp();
    const { services } = testApp;
    await createPhoto(await createPerson(testApp));
    await services.db.execute(`delete from pgboss.job where name = '${checkMemoryJob.name}'`);
    expect(await recheckMemories(services)).toBe(0);
  });
});

test('what draws an approved memory for its pages is enqueued again after the queue was lost', async () => {
  const testApp = await startTestApp();
  const { services, clock } = testApp;
  const person = await createPerson(testApp);
  const [approved] = [await createPhoto(person), await createPhoto(person)];
  const checked = { isApproved: true, checkedAt: clock.now() };
  await services.db.update(memories).set(checked).where(eq(memories.id, approved.id));
  expect(await requeueConversions(services), 'the other one is not approved').toBe(1);
  expect(await services.jobs.backlog(convertRecording)).toBe(1);
  expect(await requeueConversions(services), 'not twice').toBe(0);
  await testApp.work();
  await eventually(async () => {
    const [row] = await services.db.select().from(memories).where(eq(memories.id, approved.id));
    return row?.displayKey;
  }, 'its picture');
  await eventually(async () => (await services.jobs.backlog(convertRecording)) === 0, 'the job to end');
  expect(await requeueConversions(services), 'it has its picture now').toBe(0);
});

describe('stored files', () => {
  test('of a deleted memory, and replaced ones, are erased by a job', async () => {
    const testApp = await startTestApp();
    await testApp.work();
    const person = await createPerson(testApp);
    const approved = (id: string) =>
      eventually(async () => {
        const memory = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
        return memory.isApproved && memory.thumbnailUrl ? memory : undefined;
      }, 'the approval');

    const first = await createPhoto(person);
    await approved(first.id);
    const before = await storedKeys(testApp);
    const replacement = { name: 'b.jpg', contentType: 'image/jpeg', bytes: jpeg };
    await person.request({
      method: 'PATCH',
      url: `/api/memories/${first.id}`,
      ...multipart({}, replacement),
    });
    await approved(first.id);
    await eventually(async () => {
      const now = await storedKeys(testApp);
      return now.length === 3 && now.every((key) => !before.includes(key));
    }, 'the old files to go');

    await person.request({ method: 'DELETE', url: `/api/memories/${first.id}` });
    await eventually(async () => (await storedKeys(testApp)).length === 0, 'all files to go');
  });

  test('that nothing refers to are erased after a day; all others stay', async () => {
    const testApp = await startTestApp();
    const { services, clock } = testApp;
    const person = await createPerson(testApp);
    const { id } = await createPhoto(person);
    const payload = { profilePicture: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
    await person.request({ method: 'POST', url: '/api/user/profile-picture', payload });
    const exports = await createExports(services.db, clock.now(), person.user.id);
    for (const exportId of [exports.ready, exports.beingMade])
      await services.storage.put(exportKey(exportId), Readable.from(['zip']), { maxBytes: 10 });
    const kept = await storedKeys(testApp, '');
    expect(kept.map((key) => key.split('/')[0])).toEqual([
      'exports',
      'exports',
      'memories',
      'profile-pictures',
    ]);
    const put = (key: string) => services.storage.put(key, Readable.from(['lost']), { maxBytes: 10 });
    await put(storageKey(newId(), 'original'));
    await put(storageKey(id, 'thumbnail'));
    await put('memories/not-an-id/original-x');
    await put('profile-pictures/abc.webp');
    await put(exportKey(newId()));
    await put(exportKey(exports.givenUp));
    await put('exports/not-an-id.zip');

    expect(await eraseOrphans(services, storedFileKinds), 'an upload may be in progress').toBe(0);
    clock.advance(25 * 60 * 60);
    expect(await eraseOrphans(services, storedFileKinds)).toBe(7);
    expect(await storedKeys(testApp, '')).toEqual(kept);
  });
});
