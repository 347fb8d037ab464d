import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StaffRelease } from '../../../../../shared/after-death/releases.ts';
import type { StaffMemoryList } from '../../../../../shared/memories/staff-memories.ts';
import type { StaffOverview } from '../../../../../shared/staff/overview.ts';
import { createTestClock, eventually, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { chooseDeletion, loadMemory } from '../../../../../test/delete-on-death.ts';
import { createHeldPhoto, createPhoto, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { openReview, reviewUrl } from '../../../../../test/memory-review.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { createOwner, deliverDue, leave, releaseOwner } from '../../../../../test/released.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { memoryHooks, storedFileKinds } from '../../../../wiring.ts';
import { eraseUnusedVersions } from '../../../delivery/deliveries/given/given.ts';
import { holdDeliveries, releaseDeliveries } from '../../../delivery/deliveries/holds/holds.ts';
import { drafts } from '../../../memories/memories/drafts/drafts.table.ts';
import { memories, memoryVersions } from '../../../memories/memories/memories.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { eraseFilesHandler } from '../../../system/stored-files/stored-files.jobs.ts';
import { eraseAfterReleases } from './erase-after-releases.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { app, services } = testApp;
const { db } = services;
const { held, act } = openReview(testApp);
let agnes: Person;
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const day = 24 * 3600;
const sweep = () => eraseAfterReleases(services, memoryHooks);
const isKept = async (id: string) => (await db.$count(memories, eq(memories.id, id))) === 1;
/** The files of a memory that remain after the erasing jobs have run. */
async function filesOf(id: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; keys: string[] }>(
    sql`delete from pgboss.job where name = 'erase-files' returning id, data -> 'keys' as keys`,
  );
  for (const { keys } of rows) await eraseFilesHandler(services, storedFileKinds)({ keys });
  return (await storedKeys(testApp)).filter((key) => key.includes(id));
}
async function withPhoto() {
  const left = await createOwner(testApp);
  const { id } = await createPhoto(left.owner);
  await checkMemory(services, { memoryId: id, revision: 1 });
  return { ...left, photoId: id };
}
const revoke = (releaseId: string) =>
  agnes.request({
    method: 'POST',
    url: `/api/admin/releases/${releaseId}/revoke`,
    payload: { reason: 'She is alive' },
  });
const readRelease = async (id: string) =>
  (await agnes.request({ url: `/api/admin/releases/${id}` })).json<StaffRelease>();

describe('a memory that is to be deleted when its owner dies', () => {
  test('is erased 30 days after the release, byte for byte, with all that belongs to it, and not before', async () => {
    const { owner, memoryId, photoId } = await withPhoto();
    const edit = {
      method: 'PATCH',
      url: `/api/memories/${memoryId}`,
      payload: { title: 'Another' },
    } as const;
    await owner.request(edit);
    await chooseDeletion(owner, memoryId);
    await chooseDeletion(owner, photoId);
    const draft = { content: { title: 'Yet another' } };
    await owner.request({ method: 'PUT', url: `/api/drafts/memory:${memoryId}`, payload: draft });
    expect(await filesOf(photoId)).toHaveLength(3);
    const releaseId = await releaseOwner(testApp, owner);

    clock.advance(30 * day - 1);
    await sweep();
    expect([await isKept(memoryId), await isKept(photoId)]).toEqual([true, true]);
    expect(await readRelease(releaseId).catch(() => undefined)).toBeDefined();

    clock.advance(1);
    await sweep();
    expect([await isKept(memoryId), await isKept(photoId)]).toEqual([false, false]);
    expect(await filesOf(photoId)).toEqual([]);
    expect(await db.$count(memoryVersions, eq(memoryVersions.userId, owner.user.id))).toBe(0);
    expect(await db.$count(drafts, eq(drafts.userId, owner.user.id))).toBe(0);
    agnes = await createStaff(testApp);
    expect((await readRelease(releaseId)).toErase).toMatchObject({ waiting: 0, erased: 2 });
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'memory.erased-after-death'));
    expect(entries.map(({ subjectId, details }) => [subjectId, details]).toSorted()).toEqual(
      [memoryId, photoId].toSorted().map((id) => [id, null]),
    );
  });

  test('nothing else of theirs is erased, nor anything of somebody who lives', async () => {
    const [left, alive] = [await withPhoto(), await withPhoto()];
    await chooseDeletion(left.owner, left.photoId);
    await chooseDeletion(alive.owner, alive.photoId);
    await releaseOwner(testApp, left.owner);
    clock.advance(31 * day);
    await sweep();
    expect([await isKept(left.memoryId), await isKept(left.photoId), await isKept(alive.photoId)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('is kept where the release was a mistake, also when its owner dies later', async () => {
    const { owner, memoryId } = await createOwner(testApp);
    await chooseDeletion(owner, memoryId);
    const releaseId = await releaseOwner(testApp, owner);
    clock.advance(29 * day);
    agnes = await createStaff(testApp);
    expect((await revoke(releaseId)).json<StaffRelease>().toErase).toMatchObject({ waiting: 0, erased: 0 });
    clock.advance(5 * day);
    await sweep();
    expect(await isKept(memoryId)).toBe(true);
    await releaseOwner(testApp, owner);
    clock.advance(29 * day);
    await sweep();
    expect(await isKept(memoryId), 'the days count from the second release').toBe(true);
    clock.advance(day);
    await sweep();
    expect(await isKept(memoryId)).toBe(false);
  });

  test('security: nothing is erased while the clocks differ, or while deliveries are held', async () => {
    const { owner, memoryId } = await createOwner(testApp);
    await chooseDeletion(owner, memoryId);
    await releaseOwner(testApp, owner);
    clock.differ(31 * day);
    await sweep();
    expect(await isKept(memoryId), 'the clock of this process is ahead').toBe(true);
    clock.differ(0);
    clock.advance(31 * day);
    const hold = { reason: 'by-hand', message: 'A test' } as const;
    await inTransaction(db, (tx) => holdDeliveries(tx, services, hold));
    await sweep();
    expect(await isKept(memoryId), 'everything is held').toBe(true);
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
    await sweep();
    expect(await isKept(memoryId)).toBe(false);
  });

  test('a revocation and the erasure at once: whichever comes first, nothing is half done', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, memoryId } = await createOwner(testApp);
      await chooseDeletion(owner, memoryId);
      const releaseId = await releaseOwner(testApp, owner);
      clock.advance(30 * day);
      agnes = await createStaff(testApp);
      const [answer] = await Promise.all([revoke(releaseId), sweep()]);
      const { erased } = (await readRelease(releaseId)).toErase;
      expect([answer.statusCode, erased]).toEqual([200, (await isKept(memoryId)) ? 0 : 1]);
    }
  });

  test('what somebody was given while the owner lived stays theirs, byte for byte', async () => {
    const { owner, photoId, recipients, ...left } = await withPhoto();
    const soon = {
      deliveryType: 'scheduled',
      deliveryDate: new Date(clock.now().getTime() + 30_000).toISOString(),
    };
    await leave(testApp, { ...left, owner, recipients, memoryId: photoId }, soon);
    clock.advance(31);
    await deliverDue(testApp);
    const [mail] = await mailTo(services, recipients[0]?.email ?? '');
    const token = receivedTokenIn(mail ?? ({} as never));
    const browser = openBrowser(app);
    await browser.open(token);
    expect((await chooseDeletion(owner, photoId)).statusCode).toBe(200);
    await releaseOwner(testApp, owner);
    clock.advance(30 * day);
    await sweep();
    await eraseUnusedVersions(services);
    expect([await isKept(photoId), (await filesOf(photoId)).length]).toEqual([false, 3]);
    const { memories: shown } = (await browser.open(token)).json();
    expect(shown).toMatchObject([{ title: 'The harbour, early' }]);
    expect((await browser.get(shown[0].fileUrl)).statusCode).toBe(200);
  });
});

describe('what staff see of it', () => {
  const listed = async () =>
    (await agnes.request({ url: `${reviewUrl}?waitsFor=staff` }))
      .json<StaffMemoryList>()
      .memories.map(({ id }) => id);

  const countInReview = async () => {
    const { queues } = (await agnes.request({ url: '/api/admin/overview' })).json<StaffOverview>();
    return queues.find(({ name }) => name === 'memories')?.count ?? 0;
  };

  test('security: before the release as of any; after it a number, neither list, title nor file, even where it is open', async () => {
    const { id, owner } = await held();
    await chooseDeletion(owner, id);
    expect(await listed()).toContain(id);
    const before = await countInReview();
    expect((await act(agnes, id, 'openings')).statusCode).toBe(201);
    expect((await agnes.request({ url: `${reviewUrl}/${id}/file` })).statusCode).toBe(200);

    const releaseId = await releaseOwner(testApp, owner);
    expect(await listed()).not.toContain(id);
    for (const what of ['', '/opened', '/file', '/display', '/thumbnail'])
      expect([what, (await agnes.request({ url: `${reviewUrl}/${id}${what}` })).statusCode]).toEqual([
        what,
        404,
      ]);
    for (const what of ['openings', 'approval', 'rejection'])
      expect([what, (await act(agnes, id, what)).statusCode]).toEqual([what, 404]);
    expect(await countInReview()).toBe(before - 1);
    const release = await agnes.request({ url: `/api/admin/releases/${releaseId}` });
    expect(release.json<StaffRelease>().toErase).toMatchObject({ waiting: 1, erased: 0 });
    expect(release.body).not.toMatch(/harbour/);

    clock.advance(60);
    expect((await revoke(releaseId)).statusCode).toBe(200);
    expect(await listed(), 'its owner lives').toContain(id);
  });

  test('a check that ends after the release shows it to nobody', async () => {
    const left = await createOwner(testApp);
    const { id } = await createHeldPhoto(left.owner);
    await chooseDeletion(left.owner, id);
    await releaseOwner(testApp, left.owner);
    await checkMemory(services, { memoryId: id, revision: 1 });
    expect(await listed()).not.toContain(id);
  });
});

test('the owner whose release is revoked too late reads that it is gone', async () => {
  const { owner, memoryId } = await createOwner(testApp);
  await chooseDeletion(owner, memoryId);
  const releaseId = await releaseOwner(testApp, owner);
  clock.advance(30 * day);
  await sweep();
  agnes = await createStaff(testApp);
  expect((await revoke(releaseId)).statusCode).toBe(200);
  await testApp.work();
  const mail = await eventually(
    async () =>
      (await mailTo(services, owner.user.email)).find(({ text }) => text?.includes('erased by then')),
    'the mail',
  );
  expect(mail.text).toContain('One memory that you wanted deleted when you die had been erased by then');
  expect((await owner.request({ url: `/api/memories/${memoryId}` })).statusCode).toBe(401);
  expect(await loadMemory(owner, memoryId)).toMatchObject({ code: 'not_signed_in' });
});
