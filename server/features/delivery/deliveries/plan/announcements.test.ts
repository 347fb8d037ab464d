import { expect, test } from 'vitest';
import { createTestClock, eventually, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';
import { announce } from '../../../../platform/events.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { deliveryToken } from '../message/message.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { startDueSchedules } from '../start/start.ts';

// The owner's open pages are notified of every step of a delivery.

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services, app } = testApp;

/**
 * Runs `step` and returns the topics announced to the owner's pages. Announcements arrive in order, so the
 * step's are those between two of our own.
 */
async function topicsAnnouncedBy(owner: Person, step: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const unsubscribe = services.events.subscribe(owner.user.id, (topics) => heard.push(...topics));
  const mark = async (name: string) => {
    await announce(services.db, owner.user.id, [name]);
    await eventually(async () => heard.includes(name), 'an announcement');
  };
  await mark('before');
  await step();
  await mark('after');
  unsubscribe();
  return [...new Set(heard.slice(heard.indexOf('before') + 1, -1))].sort();
}

test('a schedule that is created, given recipients, changed, started, delivered, opened or cancelled is announced', async () => {
  const owner = await createPerson(testApp);
  const { id: memoryId } = await createLetter(owner);
  await checkMemory(services, { memoryId, revision: 1 });
  const [maya, ben] = [await createRecipient(owner), await createRecipient(owner, { firstName: 'Ben' })];
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  const make = () => createSchedule(owner, { memoryId, deliveryDate, recipientIds: [maya.id] });
  const both = ['schedules', 'stats'];

  let scheduleId = '';
  const made = topicsAnnouncedBy(owner, async () => {
    scheduleId = (await make()).id;
  });
  expect(await made).toEqual(both);
  const payload = { scheduleId, recipientIds: [ben.id] };
  const url = `/api/memories/${memoryId}/recipients`;
  expect(await topicsAnnouncedBy(owner, () => owner.request({ method: 'POST', url, payload }))).toEqual(both);
  const change = {
    method: 'PATCH',
    url: `/api/schedules/${scheduleId}`,
    payload: { recipientIds: [maya.id] },
  } as const;
  expect(await topicsAnnouncedBy(owner, () => owner.request(change))).toEqual(both);

  clock.advance(61);
  expect(await topicsAnnouncedBy(owner, () => startDueSchedules(services))).toEqual(['schedules']);
  const [delivery] = await services.db.select().from(deliveryQueue);
  const { id = '' } = delivery ?? {};
  expect(await topicsAnnouncedBy(owner, () => deliverBatch(services, [id]))).toEqual(both);
  const open = `/api/received/${deliveryToken(services, id)}/open`;
  expect(await topicsAnnouncedBy(owner, () => app.inject({ method: 'POST', url: open }))).toEqual(both);

  clock.advance(-61);
  const { id: other } = await make();
  const cancel = { method: 'DELETE', url: `/api/schedules/${other}` } as const;
  expect(await topicsAnnouncedBy(owner, () => owner.request(cancel))).toEqual(both);
});
