import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Attention } from '../../../../shared/home/attention.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
  uploadMemory,
} from '../../../../test/factories.ts';
import { mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { deliverHandler } from '../../delivery/deliveries/deliveries.jobs.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { sweepDueDeliveries } from '../../delivery/deliveries/start/sweep.jobs.ts';

// No worker runs: the sweep, the delivery and the check are called explicitly, in a chosen order.

async function scheduled(testApp: TestApp, create: (person: Person) => Promise<Memory>) {
  const { services, clock } = testApp;
  const person = await createPerson(testApp);
  const { id: memoryId } = await create(person);
  await checkMemory(services, { memoryId, revision: 1 });
  const { id: recipientId } = await createRecipient(person);
  const deliveryDate = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const { id } = await createSchedule(person, { memoryId, deliveryDate, recipientIds: [recipientId] });
  const delivery = async () => {
    const [row] = await services.db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, id));
    return { id: row?.id ?? '', status: row?.status, reason: row?.waitingReason };
  };
  const deliver = async () => {
    clock.advance(2 * 3600);
    await sweepDueDeliveries(services);
    await deliverHandler(services)({ deliveryIds: [(await delivery()).id] });
  };
  const url = `/api/memories/${memoryId}`;
  return {
    person,
    memoryId,
    delivery,
    deliver,
    change: (form: object) => person.request({ method: 'PATCH', url, ...form }),
  };
}

test('F30: a photo changed just before its delivery is due waits for its check and is then delivered', async () => {
  const testApp = await startTestApp();
  const { services } = testApp;
  const file = await mediaFiles.photo.jpeg();
  const { memoryId, delivery, deliver, change } = await scheduled(testApp, (person) =>
    uploadMemory(person, { type: 'photo' }, file),
  );
  await change(multipart({}, file));
  await deliver();
  expect(await delivery()).toMatchObject({ status: 'waiting', reason: 'memory_under_review' });

  await checkMemory(services, { memoryId, revision: 1 });
  expect(await delivery(), 'the check of the photo before does not count').toMatchObject({
    status: 'waiting',
  });
  await checkMemory(services, { memoryId, revision: 2 });
  expect(await delivery()).toMatchObject({ status: 'pending', reason: null });
  await deliverHandler(services)({ deliveryIds: [(await delivery()).id] });
  expect(await delivery()).toMatchObject({ status: 'delivered' });
});

test('F30: a file whose check finds something is said to its owner at once, long before it is due, and nothing of it goes out', async () => {
  const testApp = await startTestApp();
  const { services } = testApp;
  const { person, memoryId, delivery, deliver, change } = await scheduled(testApp, createPhoto);
  const attention = async () => (await person.request({ url: '/api/attention' })).json<Attention>();
  const heardOf: string[] = [];
  services.events.subscribe(person.user.id, (topics) => heardOf.push(...topics));
  expect((await attention()).items).toEqual([]);
  const { bytes, ...file } = await mediaFiles.photo.jpeg();
  const disguised = Buffer.concat([bytes, Buffer.from('<html><body>')]);
  await change(multipart({}, { ...file, bytes: disguised }));
  await checkMemory(services, { memoryId, revision: 2 });
  expect((await attention()).items).toMatchObject([
    { kind: 'held', reason: 'not_approved', people: [{ firstName: 'Maya' }], href: `/memories/${memoryId}` },
  ]);
  await eventually(async () => heardOf.includes('memories'), 'the pages to hear of it');
  await deliver();
  expect(await delivery()).toMatchObject({ status: 'waiting', reason: 'memory_under_review' });
});

test('a letter changed just before its delivery is due is delivered without waiting', async () => {
  const { delivery, deliver, change } = await scheduled(await startTestApp(), createLetter);
  await change({ payload: { content: 'Dear Maya, one more thing.' } });
  await deliver();
  expect(await delivery()).toMatchObject({ status: 'delivered' });
});
