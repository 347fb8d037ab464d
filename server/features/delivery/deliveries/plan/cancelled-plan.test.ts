import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { chooseDeletion, loadMemory } from '../../../../../test/delete-on-death.ts';
import { createOwner, deliverDue, type Left, leave } from '../../../../../test/released.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { schedules } from '../deliveries.table.ts';
import { applyRules } from './time-zone-rules.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { db } = testApp.services;

const planOf = async ({ owner }: Left) => (await owner.request({ url: '/api/schedules' })).json<Schedule[]>();
const undo = ({ owner, memoryId }: Left, more: object = {}) =>
  chooseDeletion(owner, memoryId, { deleteOnDeath: false, restoreSchedules: true, ...more });
const dated = { deliveryType: 'scheduled', deliveryDate: '2031-05-04T12:00:00Z' };
const idsOf = (plan: Schedule[]) => plan.map(({ id }) => id);

describe('PATCH /api/memories/{id} {deleteOnDeath}', () => {
  test('200: nothing is planned: it is chosen, and taken back', async () => {
    const left = await createOwner(testApp);
    const chosen = await chooseDeletion(left.owner, left.memoryId, { version: 1 });
    expect([chosen.statusCode, chosen.json()]).toMatchObject([200, { deleteOnDeath: true, version: 2 }]);
    const again = await chooseDeletion(left.owner, left.memoryId, { version: 1 });
    expect([again.statusCode, again.json()], 'a request that is sent again').toMatchObject([
      200,
      { version: 2 },
    ]);
    expect((await undo(left, { version: 2 })).json()).toMatchObject({ deleteOnDeath: false, version: 3 });
    const actions = await db.select().from(auditLog).where(eq(auditLog.subjectId, left.memoryId));
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['memory.deletion-on-death-chosen', 'memory.deletion-on-death-undone']),
    );
  });

  test('409: something is planned, and the owner has not agreed that it is cancelled', async () => {
    const left = await createOwner(testApp);
    const first = await leave(testApp, left, dated);
    const refused = await chooseDeletion(left.owner, left.memoryId);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'conflict', fields: { cancelSchedules: first.id } },
    ]);
    const second = await leave(testApp, left);
    const unseen = await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: [first.id] });
    expect([unseen.statusCode, unseen.json()]).toMatchObject([
      409,
      { fields: { cancelSchedules: second.id } },
    ]);
    expect(await planOf(left)).toHaveLength(2);
    expect(await loadMemory(left.owner, left.memoryId)).toMatchObject({ deleteOnDeath: false, version: 1 });
  });

  test('200: what was planned is cancelled with it, and planned again as it was when it is undone', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam' }]);
    await leave(testApp, left, { ...dated, recipientIds: left.recipients.slice(0, 1).map(({ id }) => id) });
    await leave(testApp, left, { releaseDays: 30 });
    const before = await planOf(left);
    const chosen = await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: idsOf(before) });
    expect(chosen.statusCode).toBe(200);
    expect(await planOf(left)).toEqual([]);
    expect((await undo(left)).statusCode).toBe(200);
    expect(await planOf(left)).toEqual(before);
    const [row] = await db
      .select()
      .from(schedules)
      .where(eq(schedules.id, before.find(({ deliveryType }) => deliveryType === 'scheduled')?.id ?? ''));
    expect(row?.dueAt?.toISOString()).toBe('2031-05-04T12:00:00.000Z');
  });

  test('200: what is over by then, and who has left the address book, do not come back', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Sam' }]);
    const soon = await leave(testApp, left, { ...dated, deliveryDate: '2030-05-04T12:10:00Z' });
    const later = await leave(testApp, left, dated);
    await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: [soon.id, later.id] });
    await left.owner.request({ method: 'DELETE', url: `/api/recipients/${left.recipients[1]?.id}` });
    clock.advance(15 * 60);
    expect((await undo(left)).statusCode).toBe(200);
    expect(await planOf(left)).toMatchObject([{ id: later.id, recipients: [{ firstName: 'Maya' }] }]);
    clock.set('2030-05-04T12:00:00Z');
  });

  test('402: the date that it used is taken by something else since; it stays chosen', async () => {
    const left = await createOwner(testApp, [{}], { plan: 'free' });
    const plan = await leave(testApp, left, dated);
    await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: [plan.id] });
    const taken = {
      userId: left.owner.user.id,
      deliveryType: 'scheduled',
      ...{ timezone: 'UTC', localTime: '12:00' },
      ...{ deliveryDate: new Date('2031-06-01T12:00:00Z'), localDate: '2031-06-01' },
      ...{ createdAt: clock.now(), updatedAt: clock.now() },
    } as const;
    await db.insert(schedules).values(Array.from({ length: 20 }, () => taken));
    const refused = await undo(left);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      402,
      expect.stringContaining('plan limit'),
    ]);
    expect(await loadMemory(left.owner, left.memoryId)).toMatchObject({ deleteOnDeath: true });
  });

  test('409: it is on its way to somebody; once it has arrived it can be chosen', async () => {
    const left = await createOwner(testApp);
    const { id } = await leave(testApp, left, { ...dated, deliveryDate: '2030-05-04T12:00:30Z' });
    clock.advance(31);
    const refused = await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: [id] });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringContaining('It is on its way to Maya'),
    ]);
    await deliverDue(testApp);
    expect((await chooseDeletion(left.owner, left.memoryId)).statusCode).toBe(200);
  });

  test('409: it cannot be scheduled until that is changed', async () => {
    const left = await createOwner(testApp);
    await chooseDeletion(left.owner, left.memoryId);
    const refused = await left.owner.request({
      method: 'POST',
      url: '/api/schedules',
      payload: { ...dated, memoryId: left.memoryId, deliveryMethod: 'digital' },
    });
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      'You chose to have “For your thirtieth” deleted when you die. Change that first, and then it can be delivered.',
    ]);
  });

  test('chosen and scheduled at once, either it is planned or it is to be deleted, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const left = await createOwner(testApp, [{}]);
      const [chosen, planned] = await Promise.all([
        chooseDeletion(left.owner, left.memoryId),
        left.owner.request({
          method: 'POST',
          url: '/api/schedules',
          payload: { ...dated, memoryId: left.memoryId, deliveryMethod: 'digital' },
        }),
      ]);
      expect([chosen.statusCode, planned.statusCode].toSorted()).toEqual(
        chosen.statusCode === 200 ? [200, 409] : [201, 409],
      );
      const { deleteOnDeath } = await loadMemory(left.owner, left.memoryId);
      expect((await planOf(left)).length).toBe(deleteOnDeath ? 0 : 1);
    }
  });

  test('404: the memory of somebody else', async () => {
    const [left, other] = [await createOwner(testApp), await createOwner(testApp)];
    expect((await chooseDeletion(other.owner, left.memoryId)).statusCode).toBe(404);
    expect(await loadMemory(left.owner, left.memoryId)).toMatchObject({ deleteOnDeath: false });
  });
});

test('it is planned again at the wall-clock time that was chosen, if the rules have changed in between', async () => {
  const left = await createOwner(testApp);
  const timezone = 'America/New_York';
  await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate: '2031-05-04T16:00:00Z', timezone });
  const before = await planOf(left);
  const [id = ''] = idsOf(before);
  const byOlderRules = new Date('2031-05-04T15:00:00Z');
  await db
    .update(schedules)
    .set({ deliveryDate: byOlderRules, dueAt: byOlderRules })
    .where(eq(schedules.id, id));
  await chooseDeletion(left.owner, left.memoryId, { cancelSchedules: idsOf(before) });
  await applyRules(testApp.services);
  expect((await undo(left)).statusCode).toBe(200);
  await applyRules(testApp.services);
  const [row] = await db.select().from(schedules).where(eq(schedules.id, id));
  expect(row?.dueAt?.toISOString()).toBe('2031-05-04T16:00:00.000Z');
});
