import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PackedDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { createStaff, type Person } from '../../../../../test/factories.ts';
import { type ToBePosted, toBePosted } from '../../../../../test/to-be-posted.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { holdDeliveries, releaseDeliveries } from '../holds/holds.ts';
import { findDifferences } from '../reconcile.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
let agnes: Person;
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const ask = async (staff: Person, { id, payload }: ToBePosted, act: string, more: object = {}) =>
  staff.request({
    method: 'POST',
    url: `/api/admin/deliveries/${id}/${act}`,
    payload: { ...(await payload(staff)), ...more },
  });
const scheduleOf = async ({ owner, scheduleId }: ToBePosted) =>
  (await owner.request({ url: '/api/schedules' }))
    .json<{ id: string; isDelivered: boolean; recipients: { state: string; waitingReason: string }[] }[]>()
    .find(({ id }) => id === scheduleId);
const edit = async ({ owner, memoryId }: ToBePosted, revision: number) => {
  const payload = { content: 'Dear Maya, better words.' };
  await owner.request({ method: 'PATCH', url: `/api/memories/${memoryId}`, payload });
  await checkMemory(services, { memoryId, revision });
};

describe('a delivery by post', () => {
  test('201: it is opened to be packed, which its owner sees, and only whoever opened it may read it', async () => {
    const parcel = await toBePosted(testApp);
    const bea = await createStaff(testApp);
    const url = `/api/admin/deliveries/${parcel.id}/packing`;
    expect((await agnes.request({ url })).statusCode).toBe(403);
    const packed = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
    expect(packed).toMatchObject({
      leftOut: [],
      ownerName: 'Ruth Alvarez',
      recipientName: 'Maya Alvarez',
      mailingAddress: '1 Harbour Road\nPortland',
    });
    expect(packed.things).toMatchObject([{ type: 'letter', content: expect.stringContaining('Dear Maya') }]);
    expect((await agnes.request({ url })).json()).toEqual(packed);
    expect((await bea.request({ url })).statusCode).toBe(403);
    const memory = (await parcel.owner.request({ url: `/api/memories/${parcel.memoryId}` })).json<Memory>();
    expect(memory.openings).toMatchObject([{ reason: 'A test' }]);
  });

  test('200: it is posted, arrives, and is delivered then; each act stands in the audit log', async () => {
    const parcel = await toBePosted(testApp);
    await parcel.pack(agnes);
    const posted = await ask(agnes, parcel, 'posting', { trackingNumber: 'RR 123' });
    expect(posted.json()).toMatchObject({
      reason: 'in_the_post',
      posting: { trackingNumber: 'RR 123', address: '1 Harbour Road\nPortland', arrivedAt: null },
      acts: ['arrive', 'return'],
    });
    expect((await scheduleOf(parcel))?.recipients).toMatchObject([{ waitingReason: 'It is in the post.' }]);
    const cancelled = await parcel.owner.request({
      method: 'DELETE',
      url: `/api/schedules/${parcel.scheduleId}`,
    });
    expect(cancelled.statusCode).toBe(409);
    clock.advance(600);
    const arrived = await ask(agnes, parcel, 'posting/arrive');
    expect(arrived.json()).toMatchObject({
      state: 'delivered',
      reason: null,
      posting: { arrivedAt: clock.now().toISOString() },
      acts: [],
    });
    expect(await scheduleOf(parcel)).toMatchObject({ isDelivered: true });
    const actions = await services.db
      .select({ action: auditLog.action, reason: auditLog.reason })
      .from(auditLog)
      .where(eq(auditLog.subjectId, parcel.id));
    expect(actions.filter(({ reason }) => reason).map(({ action }) => action)).toEqual([
      'delivery.posted-by-staff',
      'delivery.arrival-recorded-by-staff',
    ]);
    expect(await findDifferences(services.db, clock.now())).toEqual([]);
  });

  test('409: nobody has opened the memory as it is now', async () => {
    const parcel = await toBePosted(testApp);
    expect((await ask(agnes, parcel, 'posting')).json()).toMatchObject({ code: 'conflict' });
    await parcel.pack(agnes);
    await edit(parcel, 2);
    const again = await ask(agnes, parcel, 'posting');
    expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([
      409,
      'Nobody has opened this memory as it is now. Please pack it first.',
    ]);
    await parcel.pack(agnes);
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
  });

  test('409: the mailing address is another one by now; 400: there is none', async () => {
    const parcel = await toBePosted(testApp);
    await parcel.pack(agnes);
    const { firstName, lastName, relationship, email } = parcel.recipient;
    await parcel.owner.request({
      method: 'PUT',
      url: `/api/recipients/${parcel.recipient.id}`,
      payload: { firstName, lastName, relationship, email, mailingAddress: '2 Hill Street' },
    });
    const refused = await ask(agnes, parcel, 'posting', { mailingAddress: '1 Harbour Road\nPortland' });
    expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([
      409,
      { mailingAddress: 'The mailing address is 2 Hill Street' },
    ]);
    const none = await ask(agnes, parcel, 'posting', { mailingAddress: null });
    expect(none.statusCode).toBe(400);
    expect(await parcel.load(agnes)).toMatchObject({ reason: 'physical_fulfilment', posting: null });
  });

  test('409: everything is held', async () => {
    const parcel = await toBePosted(testApp);
    await parcel.pack(agnes);
    await inTransaction(services.db, (tx) =>
      holdDeliveries(tx, services, { reason: 'by-hand', message: 'A test' }),
    );
    const refused = await ask(agnes, parcel, 'posting');
    await inTransaction(services.db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
    expect(refused.statusCode).toBe(409);
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
  });

  test('200: what came back is posted again, and brings the memory as it is by then', async () => {
    const parcel = await toBePosted(testApp);
    await parcel.pack(agnes);
    await parcel.post(agnes);
    const back = await ask(agnes, parcel, 'posting/return');
    expect(back.json()).toMatchObject({ reason: 'physical_fulfilment', acts: ['readdress', 'pack', 'post'] });
    await edit(parcel, 2);
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(409);
    const packed = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
    expect(packed.things[0]?.content).toBe('Dear Maya, better words.');
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
    expect(await findDifferences(services.db, clock.now())).toEqual([]);
  });

  test('409: posted twice at once, one wins', async () => {
    const parcel = await toBePosted(testApp);
    await parcel.pack(agnes);
    const payload = await parcel.payload(agnes);
    const url = `/api/admin/deliveries/${parcel.id}/posting`;
    const answers = await Promise.all([1, 2].map(() => agnes.request({ method: 'POST', url, payload })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});
