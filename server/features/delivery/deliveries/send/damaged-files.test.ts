import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { drawing, type MediaFile } from '../../../../../test/media.ts';
import { multipart } from '../../../../../test/multipart.ts';
import {
  claimFor,
  deliveriesOf,
  type Started,
  spendRetries,
  startDelivery,
} from '../../../../../test/started-delivery.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { deliverBatch } from './deliver-batch.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { sendDelivery } from './send-delivery.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db, storage } = services;
const photo = async (width: number): Promise<MediaFile> => ({
  name: 'maya.jpg',
  contentType: 'image/jpeg',
  bytes: await drawing(width).jpeg().toBuffer(),
});
const [first, second] = [await photo(640), await photo(320)];

const rowOf = async (started: Started) => (await deliveriesOf(testApp, started))[0];

async function keyOf({ memoryId }: Started): Promise<string> {
  const [memory] = await db.select().from(memories).where(eq(memories.id, memoryId));
  return memory?.fileKey ?? '';
}

/** Damages the file as a failing disk would. */
async function damage(started: Started): Promise<void> {
  await storage.put(await keyOf(started), Readable.from([Buffer.from('not what it was')]), { maxBytes: 100 });
}

async function attempt(started: Started): Promise<void> {
  const delivery = await claimFor(testApp, started);
  await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
}

async function replaceFile({ owner, memoryId }: Started): Promise<void> {
  const form = multipart({}, second);
  const answer = await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, ...form });
  expect(answer.statusCode).toBe(200);
}

test('F15: a damaged file is held back, its owner sees what to do, and the file they upload is sent', async () => {
  const started = await startDelivery(testApp, { photo: first });
  await damage(started);
  await attempt(started);
  expect(await rowOf(started)).toMatchObject({ status: 'waiting', waitingReason: 'file_damaged' });
  const shown = await started.owner.request({ url: `/api/schedules/${started.scheduleId}` });
  expect(shown.json<Schedule>().recipients[0]?.waitingReason).toBe(
    'Its file was damaged in our storage. Please upload it again, and we will send it.',
  );
  await replaceFile(started);
  expect(await rowOf(started)).toMatchObject({ status: 'waiting' });
  await checkMemory(services, { memoryId: started.memoryId, revision: 2 });
  expect(await rowOf(started)).toMatchObject({ status: 'pending', waitingReason: null });
  await attempt(started);
  expect(await rowOf(started)).toMatchObject({ status: 'delivered' });
});

test('a file replaced while the old one was being checked is sent at once', async () => {
  const started = await startDelivery(testApp, { photo: first });
  await damage(started);
  const delivery = await claimFor(testApp, started);
  const outcome = await sendDelivery(services, delivery);
  await replaceFile(started);
  await checkMemory(services, { memoryId: started.memoryId, revision: 2 });
  await recordOutcomes(services, [{ delivery, outcome }]);
  expect(await rowOf(started)).toMatchObject({ status: 'pending', attemptAfter: clock.now() });
  await deliverBatch(services, [delivery.id]);
  expect(await rowOf(started)).toMatchObject({ status: 'delivered' });
});

test('a missing file is retried, and sent once its folder is mounted', async () => {
  const started = await startDelivery(testApp, { photo: first });
  const key = await keyOf(started);
  await storage.remove(key);
  await attempt(started);
  const row = await rowOf(started);
  expect(row).toMatchObject({ status: 'pending', errorMessage: 'The stored file is not there.' });
  expect(row?.attemptAfter.getTime()).toBeGreaterThan(clock.now().getTime());
  await storage.put(key, Readable.from([first.bytes]), { maxBytes: first.bytes.length });
  clock.advance(120);
  await attempt(started);
  expect(await rowOf(started)).toMatchObject({ status: 'delivered' });
});

test('F15: a file still missing after seven days counts as damaged', async () => {
  const started = await startDelivery(testApp, { photo: first });
  await storage.remove(await keyOf(started));
  const delivery = await claimFor(testApp, started);
  await spendRetries(testApp, delivery);
  await recordOutcomes(services, [{ delivery, outcome: await sendDelivery(services, delivery) }]);
  expect(await rowOf(started)).toMatchObject({ status: 'waiting', waitingReason: 'file_damaged' });
});
