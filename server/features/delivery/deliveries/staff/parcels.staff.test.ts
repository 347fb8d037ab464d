import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  PackedDelivery,
  StaffDelivery,
  StaffDeliveryList,
} from '../../../../../shared/delivery/staff-deliveries.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { createLetter, createPhoto, createStaff, type Person } from '../../../../../test/factories.ts';
import { parcelToBePosted } from '../../../../../test/to-be-posted.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deliveryQueue, type WaitingReason } from '../deliveries.table.ts';
import { findDifferences } from '../reconcile.ts';
import { postings } from './postings.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
let agnes: Person;
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

type Parcel = Awaited<ReturnType<typeof parcelToBePosted>>;
const letterAndPhoto = [createLetter, createPhoto] as const;
const ask = async (staff: Person, parcel: Parcel, act: string, more: object = {}, id = parcel.id) => {
  const seen = (await staff.request({ url: `/api/admin/deliveries/${id}` })).json<StaffDelivery>();
  const { state, reason, attemptCount, recipient } = seen;
  return staff.request({
    method: 'POST',
    url: `/api/admin/deliveries/${id}/${act}`,
    payload: {
      reason: 'A test',
      mailingAddress: recipient?.mailingAddress ?? null,
      seen: { state, reason, attemptCount, address: recipient?.address ?? null },
      ...more,
    },
  });
};
const listed = async ({ owner }: Parcel, reason: string) => {
  const url = `/api/admin/deliveries?reason=${reason}&owner=${encodeURIComponent(owner.user.email)}`;
  return (await agnes.request({ url })).json<StaffDeliveryList>().deliveries;
};
const statesOf = async ({ all }: Parcel) => {
  const ids = all.map(({ deliveryId }) => deliveryId);
  const rows = await db
    .select()
    .from(deliveryQueue)
    .where(inArray(deliveryQueue.id, ids))
    .orderBy(deliveryQueue.id);
  return rows.map(({ status, waitingReason }) => waitingReason ?? status);
};
const edit = async ({ owner }: Parcel, memoryId: string) => {
  await owner.request({
    method: 'PATCH',
    url: `/api/memories/${memoryId}`,
    payload: { content: 'Better words.' },
  });
  await checkMemory(services, { memoryId, revision: 2 });
};
const setReason = (deliveryId: string, waitingReason: WaitingReason) =>
  db.update(deliveryQueue).set({ waitingReason }).where(eq(deliveryQueue.id, deliveryId));
const message = (answer: { json: () => unknown }) => (answer.json() as { message: string }).message;
const changed =
  'What is to go into this parcel has changed since it was packed. Please open it, and pack it again.';

describe('several things by post for one person and one moment', () => {
  test('are one task, one sheet, one tracking number, and arrive at once; each keeps its own row and audit entries', async () => {
    const parcel = await parcelToBePosted(testApp, letterAndPhoto);
    const tasks = await listed(parcel, 'physical_fulfilment');
    expect(tasks.map(({ id }) => id)).toEqual([parcel.id]);
    expect(tasks[0]?.parcel?.contents.map(({ memoryType }) => memoryType).toSorted()).toEqual([
      'letter',
      'photo',
    ]);

    const packed = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
    expect(packed.things.map(({ type }) => type).toSorted()).toEqual(['letter', 'photo']);
    expect(packed).toMatchObject({ ownerName: 'Ruth Alvarez', recipientName: 'Maya Alvarez', leftOut: [] });
    expect(packed.why.join(' ')).toMatch(/Ruth Alvarez/);
    const { parcelId } = packed;
    const posted = await ask(agnes, parcel, 'posting', { trackingNumber: 'RR 123', parcelId });
    expect(posted.json()).toMatchObject({ reason: 'in_the_post', posting: { trackingNumber: 'RR 123' } });
    expect(await statesOf(parcel)).toEqual(['in_the_post', 'in_the_post']);
    expect(await listed(parcel, 'in_the_post')).toHaveLength(1);
    expect((await ask(agnes, parcel, 'posting/arrive')).statusCode).toBe(200);
    expect(await statesOf(parcel)).toEqual(['delivered', 'delivered']);
    for (const { deliveryId } of parcel.all) {
      const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, deliveryId));
      expect(entries.filter(({ reason }) => reason).map(({ action }) => action)).toEqual([
        'delivery.posted-by-staff',
        'delivery.arrival-recorded-by-staff',
      ]);
    }
    expect(await findDifferences(db, clock.now())).toEqual([]);
  });

  test('come back together, and are packed again together', async () => {
    const parcel = await parcelToBePosted(testApp);
    await ask(agnes, parcel, 'packing');
    await ask(agnes, parcel, 'posting');
    expect((await ask(agnes, parcel, 'posting/return')).statusCode).toBe(200);
    expect(await statesOf(parcel)).toEqual(['physical_fulfilment', 'physical_fulfilment']);
    expect((await ask(agnes, parcel, 'packing')).json<PackedDelivery>().things).toHaveLength(2);
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
  });

  test('what is held stays out, the sheet says what is in it, and what is free later is another parcel', async () => {
    const parcel = await parcelToBePosted(testApp, letterAndPhoto);
    const [, second = { deliveryId: '', memoryId: '' }] = parcel.all;
    await setReason(second.deliveryId, 'held_by_staff');
    const packed = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
    expect([packed.things.length, packed.leftOut]).toMatchObject([1, [{ reason: 'held_by_staff' }]]);
    expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
    expect(await statesOf(parcel)).toEqual(['in_the_post', 'held_by_staff']);
    await setReason(second.deliveryId, 'physical_fulfilment');
    expect((await listed(parcel, 'physical_fulfilment')).map(({ id }) => id)).toEqual([second.deliveryId]);
    expect(
      (await ask(agnes, parcel, 'packing', {}, second.deliveryId)).json<PackedDelivery>().things,
    ).toHaveLength(1);
    expect((await ask(agnes, parcel, 'posting', {}, second.deliveryId)).statusCode).toBe(200);
    expect((await ask(agnes, parcel, 'posting/arrive')).statusCode).toBe(200);
    expect(await statesOf(parcel), 'they are two parcels').toEqual(['delivered', 'in_the_post']);
  });

  test('what is under review or damaged is left out when it is packed', async () => {
    const parcel = await parcelToBePosted(testApp, [createLetter, createPhoto, createPhoto]);
    const photos: { memoryId: string; deliveryId: string }[] = [];
    for (const { memoryId, deliveryId } of parcel.all) {
      const [row] = await db.select().from(memories).where(eq(memories.id, memoryId));
      if (row?.type === 'photo') photos.push({ memoryId, deliveryId });
    }
    const [review, damaged] = photos;
    await db
      .update(memories)
      .set({ isApproved: false })
      .where(eq(memories.id, review?.memoryId ?? ''));
    await db
      .update(memories)
      .set({ fileSha256: 'f'.repeat(64) })
      .where(eq(memories.id, damaged?.memoryId ?? ''));
    const letter = parcel.all.find(({ memoryId }) => !photos.some((photo) => photo.memoryId === memoryId));
    const id = letter?.deliveryId ?? '';
    const packed = (await ask(agnes, parcel, 'packing', {}, id)).json<PackedDelivery>();
    expect([
      packed.things.map(({ type }) => type),
      packed.leftOut.map(({ memoryType }) => memoryType),
    ]).toEqual([['letter'], ['photo', 'photo']]);
    expect((await ask(agnes, parcel, 'posting', {}, id)).statusCode).toBe(200);
    expect((await statesOf(parcel)).toSorted()).toEqual([
      'in_the_post',
      'physical_fulfilment',
      'physical_fulfilment',
    ]);
  });

  test('409: one was withdrawn, held or changed after it was packed: nothing is posted until it is packed again', async () => {
    for (const happens of ['withdrawn', 'held', 'changed'] as const) {
      const parcel = await parcelToBePosted(testApp);
      const [, second = { deliveryId: '', memoryId: '' }] = parcel.all;
      await ask(agnes, parcel, 'packing');
      if (happens === 'withdrawn')
        await parcel.owner.request({ method: 'DELETE', url: `/api/memories/${second.memoryId}` });
      if (happens === 'held') await setReason(second.deliveryId, 'held_by_staff');
      if (happens === 'changed') await edit(parcel, second.memoryId);
      const refused = await ask(agnes, parcel, 'posting');
      expect([happens, refused.statusCode, message(refused)]).toEqual([
        happens,
        409,
        happens === 'changed' ? 'Nobody has opened this memory as it is now. Please pack it first.' : changed,
      ]);
      expect((await statesOf(parcel))[0]).toBe('physical_fulfilment');
      const packed = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
      expect(packed.things).toHaveLength(happens === 'changed' ? 2 : 1);
      expect((await ask(agnes, parcel, 'posting')).statusCode).toBe(200);
    }
  });

  test('409: a colleague has packed it again meanwhile, so what the first put in may be another thing', async () => {
    const parcel = await parcelToBePosted(testApp);
    const bea = await createStaff(testApp);
    const first = (await ask(agnes, parcel, 'packing')).json<PackedDelivery>();
    const second = (await ask(bea, parcel, 'packing')).json<PackedDelivery>();
    const refused = await ask(agnes, parcel, 'posting', { parcelId: first.parcelId });
    expect([refused.statusCode, message(refused)]).toEqual([409, changed]);
    expect((await ask(bea, parcel, 'posting', { parcelId: second.parcelId })).statusCode).toBe(200);
  });

  test('two pack at once, and two post at once: one parcel, posted once', async () => {
    for (let round = 0; round < 4; round++) {
      const parcel = await parcelToBePosted(testApp);
      const bea = await createStaff(testApp);
      const packed = await Promise.all([ask(agnes, parcel, 'packing'), ask(bea, parcel, 'packing')]);
      expect(packed.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      const url = `/api/admin/deliveries/${parcel.id}/posting`;
      const payload = await parcel.payload(agnes);
      const answers = await Promise.all(
        [agnes, bea].map((who) => who.request({ method: 'POST', url, payload })),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const ids = parcel.all.map(({ deliveryId }) => deliveryId);
      const rows = await db.select().from(postings).where(inArray(postings.deliveryId, ids));
      expect([rows.length, new Set(rows.map(({ parcelId }) => parcelId)).size]).toEqual([2, 1]);
      expect(await statesOf(parcel)).toEqual(['in_the_post', 'in_the_post']);
    }
  });

  test('somebody else, and another moment, are other parcels', async () => {
    const [parcel, other] = [await parcelToBePosted(testApp), await parcelToBePosted(testApp)];
    expect((await ask(agnes, parcel, 'packing')).json<PackedDelivery>().things).toHaveLength(2);
    await ask(agnes, parcel, 'posting');
    expect(await statesOf(other)).toEqual(['physical_fulfilment', 'physical_fulfilment']);
  });
});
