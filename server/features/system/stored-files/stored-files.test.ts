import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, isNotNull } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import { createPerson } from '../../../../test/factories.ts';
import { startS3Server } from '../../../../test/fakes/s3-server.ts';
import { drawing } from '../../../../test/media.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { openDiskStorage } from '../../../platform/storage/disk-storage.ts';
import { fileChecks as checksFor, storedFileKinds } from '../../../wiring.ts';
import { recordOutcomes } from '../../delivery/deliveries/send/record-outcomes.ts';
import { sendDelivery } from '../../delivery/deliveries/send/send-delivery.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { findCheck } from './file-faults.ts';
import { fileChecks } from './stored-files.table.ts';
import { eraseOrphans, fileChecksOf, fileFaultsOf, listBroken, storedFileMetrics } from './stored-files.ts';

const s3 = await startS3Server();
const clock = createTestClock('2030-05-04T12:00:00Z');
const mirrored = {
  MIRROR_S3_BUCKET: s3.bucketName,
  MIRROR_S3_ENDPOINT: s3.url,
  MIRROR_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  MIRROR_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
};
const testApp = await startTestApp({ clock, env: mirrored });
const { services } = testApp;
const { db, storage } = services;
const photo = {
  name: 'maya.jpg',
  contentType: 'image/jpeg',
  bytes: await drawing(640).jpeg().toBuffer(),
};
const alone = {
  ...services,
  mirror: undefined,
  fileFaultFound: fileFaultsOf({ ...services, mirror: undefined }),
};
const megabyte = 1_000_000;

/** One run of the timer, which reads everything that is due. */
const check = (using = services) => fileChecksOf(using, checksFor(using), 1000 * megabyte)();
const inAWeek = () => clock.advance(8 * 24 * 60 * 60);

async function keyOf({ memoryId }: Started): Promise<string> {
  const [memory] = await db.select().from(memories).where(eq(memories.id, memoryId));
  return memory?.fileKey ?? '';
}

const readFile = async (key: string) => buffer(await storage.read(key));
/** Changes made on the disk, which nothing else knows of. */
const disk = await openDiskStorage({ dir: join(services.config.dataDir, 'files') });
const overwrite = (key: string, bytes: Buffer) =>
  disk.put(key, Readable.from([bytes]), { maxBytes: megabyte });

async function startWithPhoto(): Promise<{ started: Started; key: string }> {
  const started = await startDelivery(testApp, { photo });
  const key = await keyOf(started);
  await eventually(async () => s3.bucket.objects.has(key), 'the copy in the mirror');
  return { started, key };
}

async function attempt(started: Started): Promise<void> {
  const delivery = await claimFor(testApp, started);
  await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
}
const stateOf = async (started: Started) => (await deliveriesOf(testApp, started))[0];

async function metric(name: string): Promise<Record<string, number>> {
  const found = (await storedFileMetrics(services)).find((one) => one.name === name);
  return Object.fromEntries(
    (found?.samples ?? []).map(({ labels, value }) => [Object.values(labels ?? {}).join(), value]),
  );
}

afterEach(async () => {
  await db.delete(fileChecks);
});

test('every stored file is read again once a week, and a good one says when', async () => {
  const { key } = await startWithPhoto();
  await check();
  const keys = (await db.select().from(fileChecks)).map((row) => row.key);
  const prefix = key.split('/').slice(0, 2).join('/');
  const ofMemory = keys.filter((one) => one.startsWith(prefix));
  expect(ofMemory, 'the original, its thumbnail and its display picture').toHaveLength(3);
  expect(await findCheck(db, key)).toMatchObject({ lastCheckedAt: clock.now(), brokenAt: null });
  const first = clock.now();
  clock.advance(24 * 60 * 60);
  await check();
  expect(await findCheck(db, key)).toMatchObject({ lastCheckedAt: first });
  inAWeek();
  await check();
  expect(await findCheck(db, key)).toMatchObject({ lastCheckedAt: clock.now() });
});

test.each(['original', 'thumbnail'] as const)(
  'a damaged file is found and mended from the mirror: %s',
  async (kind) => {
    const { started, key: original } = await startWithPhoto();
    const [memory] = await db.select().from(memories).where(eq(memories.id, started.memoryId));
    const key = kind === 'original' ? original : (memory?.thumbnailKey ?? '');
    const saved = await readFile(key);
    await check();
    await eventually(async () => s3.bucket.objects.get(key)?.bytes.equals(saved), 'the copy in the mirror');
    for (const broken of ['damaged', 'missing']) {
      if (broken === 'missing') await disk.remove(key);
      else await overwrite(key, Buffer.alloc(saved.length, 1));
      inAWeek();
      await check();
      expect((await readFile(key)).equals(saved), broken).toBe(true);
      expect(await listBroken(db)).toEqual([]);
      expect((await findCheck(db, key))?.mendedAt).toEqual(clock.now());
    }
  },
);

test('what cannot be mended stands before staff and in the metrics until it is whole again', async () => {
  const { key } = await startWithPhoto();
  const saved = await readFile(key);
  await check(alone);
  await overwrite(key, Buffer.alloc(saved.length, 1));
  inAWeek();
  await check(alone);
  const since = clock.now();
  expect(await listBroken(db)).toMatchObject([{ key, fault: 'damaged', brokenAt: since }]);
  expect(await metric('long_after_stored_files_broken')).toEqual({ missing: 0, damaged: 1 });
  clock.advance(60 * 60);
  await check(alone);
  expect(await listBroken(db)).toMatchObject([{ key, brokenAt: since }]);
  await overwrite(key, saved);
  clock.advance(60 * 60);
  await check(alone);
  expect(await listBroken(db)).toEqual([]);
  expect(await metric('long_after_stored_files_broken')).toEqual({ missing: 0, damaged: 0 });
});

test('a copy that is damaged too does not take the place of the file', async () => {
  const { key } = await startWithPhoto();
  await check();
  const rotten = Buffer.from('rotten');
  s3.bucket.put(key, rotten, 'image/jpeg');
  await overwrite(key, Buffer.from('other'));
  inAWeek();
  await check();
  expect(await readFile(key)).toEqual(Buffer.from('other'));
  expect(await listBroken(db)).toMatchObject([{ key, fault: 'damaged' }]);
  await overwrite(key, photo.bytes);
});

test('a delivery whose file is damaged is sent from the mirror, at once', async () => {
  const { started, key } = await startWithPhoto();
  await overwrite(key, Buffer.from('not what it was'));
  await attempt(started);
  expect(await stateOf(started)).toMatchObject({ status: 'delivered' });
  expect((await readFile(key)).equals(photo.bytes)).toBe(true);
});

test('a delivery that waits for its file goes on by itself once the file is whole', async () => {
  const { started, key } = await startWithPhoto();
  s3.bucket.objects.delete(key);
  await overwrite(key, Buffer.from('not what it was'));
  await attempt(started);
  expect(await stateOf(started)).toMatchObject({ status: 'waiting', waitingReason: 'file_damaged' });
  await overwrite(key, photo.bytes);
  clock.advance(60 * 60);
  await check();
  expect(await stateOf(started)).toMatchObject({ status: 'pending', waitingReason: null });
  await attempt(started);
  expect(await stateOf(started)).toMatchObject({ status: 'delivered' });
});

test('what the mirror did not take is caught up with; what nobody uses any more is forgotten there too', async () => {
  const { started, key } = await startWithPhoto();
  s3.bucket.objects.delete(key);
  await check();
  expect(s3.bucket.objects.get(key)?.bytes.equals(photo.bytes)).toBe(true);

  await db.delete(memories).where(eq(memories.id, started.memoryId));
  s3.bucket.put(key, photo.bytes, 'image/jpeg').modifiedAt = new Date('2030-01-01T00:00:00Z');
  await disk.remove(key);
  await eraseOrphans(services, storedFileKinds);
  expect(s3.bucket.objects.has(key)).toBe(false);
  inAWeek();
  await check();
  expect(await findCheck(db, key)).toBeUndefined();
  expect(await listBroken(db)).toEqual([]);
});

test('a copy in the mirror that rots is made again within a quarter of a year, from the file', async () => {
  const { key } = await startWithPhoto();
  await check();
  const copyReads = () =>
    s3.requests.filter((one) => one.operation === 'GetObject' && one.key === key).length;
  const before = copyReads();
  s3.bucket.put(key, Buffer.alloc(photo.bytes.length, 1), 'image/jpeg');
  for (let weeks = 0; weeks < 13; weeks++) {
    inAWeek();
    await check();
  }
  expect(s3.bucket.objects.get(key)?.bytes.equals(photo.bytes)).toBe(true);
  expect([1, 2]).toContain(copyReads() - before);
});

test('a copy that is due to be read while the mirror is away is read once the mirror is back', async () => {
  const { key } = await startWithPhoto();
  await check();
  s3.bucket.put(key, Buffer.alloc(photo.bytes.length, 1), 'image/jpeg');
  const mirror = services.mirror ?? expect.fail();
  const away = { ...services, mirror: { ...mirror, keep: () => Promise.reject(new Error('away')) } };
  for (let weeks = 0; weeks < 13; weeks++) {
    inAWeek();
    await check(away);
    clock.advance(60 * 60);
    await check();
  }
  expect(s3.bucket.objects.get(key)?.bytes.equals(photo.bytes)).toBe(true);
});

test('owners read how many of their files are whole, and since when all have been checked', async () => {
  const { started, key } = await startWithPhoto();
  const kept = async () => (await started.owner.request({ url: '/api/user/files' })).json();
  const [photo] = await db.select().from(memories).where(eq(memories.fileKey, key));
  const bytes = photo?.fileSizeBytes;
  expect(bytes).toBeGreaterThan(0);
  expect(await kept()).toEqual({ files: 1, bytes, whole: 1, checkedAt: null });
  await check();
  const checkedAt = clock.now().toISOString();
  expect(await kept()).toEqual({ files: 1, bytes, whole: 1, checkedAt });
  await alone.fileFaultFound({ key }, 'damaged');
  expect(await kept()).toEqual({ files: 1, bytes, whole: 0, checkedAt });
  const stranger = await createPerson(testApp);
  expect((await stranger.request({ url: '/api/user/files' })).json()).toMatchObject({ files: 0 });
});

test('a run reads about as much as it may', async () => {
  for (let times = 0; times < 3; times++) await startWithPhoto();
  const run = fileChecksOf(services, checksFor(services), 2 * megabyte);
  const checked = async () => db.$count(fileChecks, isNotNull(fileChecks.lastCheckedAt));
  await run();
  const all = await db.$count(fileChecks);
  expect(await checked()).toBeLessThan(all);
  for (let runs = 0; runs < all; runs++) await run();
  expect(await checked()).toBe(all);
  const none = fileChecksOf(services, checksFor(services), 0);
  inAWeek();
  await none();
  expect(await db.$count(fileChecks, eq(fileChecks.lastCheckedAt, clock.now()))).toBe(0);
});
