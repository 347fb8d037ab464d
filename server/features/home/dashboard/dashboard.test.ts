import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { UserStats } from '../../../../shared/accounts/stats.ts';
import { createTestClock, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, createSchedule, type Person } from '../../../../test/factories.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  // Past midnight after New Year's Eve in London, still the old year in Honolulu.
  testApp = await startTestApp({ clock: createTestClock('2030-01-01T06:00:00Z') });
});

async function addMemory(person: Person, type: 'photo' | 'video' | 'audio' | 'letter'): Promise<string> {
  const at = testApp.clock.now();
  const row = {
    id: v7(),
    userId: person.user.id,
    title: 'A day',
    type,
    recipient: 'Maya',
    isApproved: true,
    createdAt: at,
    updatedAt: at,
  };
  await testApp.services.db.insert(memories).values(row);
  return row.id;
}

async function statsOf(person: Person): Promise<UserStats> {
  const answer = await person.request({ method: 'GET', url: '/api/user/stats' });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test('401: without a session', async () => {
  expect((await testApp.app.inject({ method: 'GET', url: '/api/user/stats' })).statusCode).toBe(401);
});

test('200: a new account has zero everywhere, whatever others have', async () => {
  await addMemory(await createPerson(testApp), 'photo');
  expect(await statsOf(await createPerson(testApp))).toEqual({
    photoCount: 0,
    videoCount: 0,
    audioCount: 0,
    letterCount: 0,
    scheduledDeliveries: 0,
    physicalItemsCount: 0,
    physicalItemsEver: 0,
    deliveryDatesThisYear: 0,
    planInForce: 'free',
    unpaidSince: null,
  });
});

test('200: memories by type', async () => {
  const person = await createPerson(testApp);
  for (const type of ['photo', 'photo', 'photo', 'video', 'audio', 'audio', 'letter'] as const)
    await addMemory(person, type);
  expect(await statsOf(person)).toMatchObject({
    photoCount: 3,
    videoCount: 1,
    audioCount: 2,
    letterCount: 1,
  });
});

test("200: deliveries still to come, and the dates of the owner's own calendar year, delivered ones too", async () => {
  const person = await createPerson(testApp, { timezone: 'Pacific/Honolulu' });
  const memoryId = await addMemory(person, 'letter');
  const { id } = await createRecipient(person);
  const schedule = (deliveryDate: string) =>
    createSchedule(person, { memoryId, deliveryDate, recipientIds: [id] });
  const lastOf2029 = await schedule('2030-01-01T09:59:59Z');
  await schedule('2030-01-01T10:00:00Z');
  await schedule('2030-07-01T12:00:00Z');
  expect(await statsOf(person)).toMatchObject({ scheduledDeliveries: 3, deliveryDatesThisYear: 1 });

  await testApp.services.db
    .update(schedules)
    .set({ isDelivered: true })
    .where(eq(schedules.id, lastOf2029.id));
  expect(await statsOf(person)).toMatchObject({ scheduledDeliveries: 2, deliveryDatesThisYear: 1 });
  await person.request({ method: 'PATCH', url: '/api/user/profile', payload: { timezone: 'Europe/London' } });
  expect(await statsOf(person)).toMatchObject({ scheduledDeliveries: 2, deliveryDatesThisYear: 3 });
});
