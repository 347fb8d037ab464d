import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, createSchedule, type Person } from '../../../../test/factories.ts';
import { sendMails } from '../../../job-list.ts';
import { deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { startDueSchedules } from '../../delivery/deliveries/start/start.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ clock: createTestClock('2030-01-01T00:00:00Z') });
});

const remove = (person: Person, id: string, query = '') =>
  person.request({ method: 'DELETE', url: `/api/recipients/${id}${query}` });
const names = async (person: Person) =>
  (await person.request({ method: 'GET', url: '/api/recipients' }))
    .json<{ firstName: string }[]>()
    .map((one) => one.firstName);

async function addMemory(person: Person, title: string): Promise<string> {
  const at = testApp.clock.now();
  const row = {
    id: v7(),
    userId: person.user.id,
    title,
    type: 'letter' as const,
    content: 'x',
    recipient: 'Maya',
    isApproved: true,
    createdAt: at,
    updatedAt: at,
  };
  await testApp.services.db.insert(memories).values(row);
  return row.id;
}

async function schedule(
  person: Person,
  title: string,
  deliveryDate: string,
  recipientIds: string[],
  more = {},
) {
  return createSchedule(person, {
    memoryId: await addMemory(person, title),
    deliveryDate,
    recipientIds,
    ...more,
  });
}

async function scheduleRow(id: string) {
  const [row] = await testApp.services.db.select().from(schedules).where(eq(schedules.id, id));
  return row;
}

describe('DELETE /api/recipients/:id', () => {
  test('204: nothing is scheduled', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    await createRecipient(person, { firstName: 'Ben' });
    const answer = await remove(person, maya.id);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(await names(person)).toEqual(['Ben']);
    const written = await testApp.services.db.select().from(auditLog).where(eq(auditLog.subjectId, maya.id));
    expect(written).toMatchObject([{ action: 'recipient.deleted', actor: person.user.id }]);
    expect((await remove(person, maya.id)).statusCode).toBe(404);
  });

  test("404: someone else's, an unknown and a malformed id, forced or not", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const theirs = await createRecipient(other);
    const scheduled = await schedule(other, 'A', '2031-05-04T16:00:00Z', [theirs.id]);
    for (const id of [theirs.id, v7(), 'none']) {
      for (const query of ['', '?force=true']) expect((await remove(person, id, query)).statusCode).toBe(404);
    }
    expect(await names(other)).toEqual(['Maya']);
    expect((await scheduleRow(scheduled.id))?.dueAt).not.toBeNull();
  });

  test('400: force is neither true nor false', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    expect((await remove(person, maya.id, '?force=yes')).statusCode).toBe(400);
    expect(await names(person)).toEqual(['Maya']);
  });

  test('409: names what the recipient is still to receive, in order of date, and deletes nothing', async () => {
    const person = await createPerson(testApp, { plan: 'basic' });
    const maya = await createRecipient(person, { lastName: 'Reyes' });
    await schedule(person, 'For your thirtieth', '2031-05-04T16:00:00Z', [maya.id]);
    const one = await remove(person, maya.id);
    expect(one.statusCode).toBe(409);
    expect(one.json().message).toBe(
      'Maya Reyes is still to receive “For your thirtieth” (on 4 May 2031). Choose someone else for it first, or remove Maya anyway.',
    );
    const reach = await person.request({ url: `/api/recipients/${maya.id}/reach` });
    expect(reach.json()).toEqual({ waiting: ['“For your thirtieth” (on 4 May 2031)'], guardianOf: [] });
    await schedule(person, 'The house', '2030-02-01T16:00:00Z', [maya.id], {
      deliveryType: 'on_death',
      releaseDays: 30,
    });
    await schedule(person, 'Later', '2032-01-01T16:00:00Z', [maya.id]);
    await schedule(person, 'Still later', '2033-01-01T16:00:00Z', [maya.id]);
    await schedule(person, 'Last', '2034-01-01T16:00:00Z', [maya.id]);
    expect((await remove(person, maya.id)).json().message).toContain(
      '“The house” (30 days after your death, not before 1 February 2030), “For your thirtieth” (on 4 May 2031), “Later” (on 1 January 2032), and 2 more.',
    );
    expect(await names(person)).toEqual(['Maya']);
  });

  test('204: past deliveries are no obstacle, and stay', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    const { id } = await schedule(person, 'Done', '2031-05-04T16:00:00Z', [maya.id]);
    await testApp.services.db.update(schedules).set({ isDelivered: true }).where(eq(schedules.id, id));
    expect((await remove(person, maya.id)).statusCode).toBe(204);
    expect(await scheduleRow(id)).toMatchObject({ isDelivered: true });
  });
});

describe('DELETE /api/recipients/:id?force=true', () => {
  test('200: the recipient is removed; schedules left without recipients are named and no longer fall due', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    const ben = await createRecipient(person, { firstName: 'Ben' });
    const alone = await schedule(person, 'For Maya alone', '2031-05-04T16:00:00Z', [maya.id]);
    const shared = await schedule(person, 'For both', '2031-06-04T16:00:00Z', [maya.id, ben.id]);
    const answer = await remove(person, maya.id, '?force=true');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      schedulesWithNobody: [
        { id: alone.id, memoryTitle: 'For Maya alone', deliveryDate: '2031-05-04T16:00:00.000Z' },
      ],
    });
    expect(await names(person)).toEqual(['Ben']);
    expect((await scheduleRow(alone.id))?.dueAt).toBeNull();
    expect((await scheduleRow(shared.id))?.dueAt).toEqual(new Date('2031-06-04T16:00:00Z'));
    const list = (await person.request({ method: 'GET', url: '/api/schedules' })).json<
      { recipients: { firstName: string }[] }[]
    >();
    expect(list.map((one) => one.recipients.map(({ firstName }) => firstName))).toEqual([[], ['Ben']]);
  });

  test('200: nothing was scheduled', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    const answer = await remove(person, maya.id, '?force=true');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ schedulesWithNobody: [] });
  });

  test('a started delivery that has reached nobody is stopped; its schedule can be given to somebody else', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    const ben = await createRecipient(person, { firstName: 'Ben' });
    const { id } = await schedule(
      person,
      'Begun',
      new Date(testApp.clock.now().getTime() + 60_000).toISOString(),
      [maya.id],
    );
    testApp.clock.advance(61);
    await startDueSchedules(testApp.services);
    expect((await scheduleRow(id))?.startedAt).not.toBeNull();
    expect((await remove(person, maya.id)).statusCode).toBe(409);
    const answer = await remove(person, maya.id, '?force=true');
    expect(answer.json().schedulesWithNobody).toMatchObject([{ id }]);
    expect(
      await testApp.services.db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, id)),
    ).toEqual([]);
    expect(await scheduleRow(id)).toMatchObject({ startedAt: null, dueAt: null });
    const changed = await person.request({
      method: 'PATCH',
      url: `/api/schedules/${id}`,
      payload: { recipientIds: [ben.id] },
    });
    expect(changed.statusCode).toBe(200);
  });

  test('a schedule that everybody else has received becomes delivered, and its owner is notified', async () => {
    const person = await createPerson(testApp);
    const maya = await createRecipient(person);
    const ben = await createRecipient(person, { firstName: 'Ben' });
    const soon = new Date(testApp.clock.now().getTime() + 60_000).toISOString();
    const { id } = await schedule(person, 'Half way', soon, [maya.id, ben.id]);
    testApp.clock.advance(61);
    await startDueSchedules(testApp.services);
    const { db, jobs } = testApp.services;
    await db.update(deliveryQueue).set({ status: 'delivered' }).where(eq(deliveryQueue.recipientId, ben.id));
    const waitingBefore = await jobs.backlog(sendMails);
    expect((await remove(person, maya.id, '?force=true')).json()).toEqual({ schedulesWithNobody: [] });
    expect(await scheduleRow(id)).toMatchObject({ isDelivered: true, deliveredAt: testApp.clock.now() });
    expect(await jobs.backlog(sendMails)).toBe(waitingBefore + 1);
  });

  test('deleting while schedules for the same recipient are created leaves nothing half done', async () => {
    const person = await createPerson(testApp, { plan: 'premium' });
    const maya = await createRecipient(person);
    const memoryId = await addMemory(person, 'Racing');
    const make = (day: number) =>
      person.request({
        method: 'POST',
        url: '/api/schedules',
        payload: {
          memoryId,
          deliveryDate: `2031-01-${10 + day}T12:00:00Z`,
          deliveryType: 'scheduled',
          recipientIds: [maya.id],
        },
      });
    const [removed, ...made] = await Promise.all([
      remove(person, maya.id, '?force=true'),
      make(0),
      make(1),
      make(2),
      make(3),
      make(4),
    ]);
    expect([200, 409]).toContain(removed.statusCode);
    expect(made.every((answer) => [201, 404].includes(answer.statusCode))).toBe(true);
    expect(await names(person)).toEqual([]);
    const rows = await testApp.services.db
      .select()
      .from(schedules)
      .where(eq(schedules.userId, person.user.id));
    expect(rows).toHaveLength(made.filter((answer) => answer.statusCode === 201).length);
    expect(rows.every((row) => row.dueAt === null)).toBe(true);
  });
});
