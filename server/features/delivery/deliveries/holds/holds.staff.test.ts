import { inArray } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { DeliveryHold } from '../../../../../shared/delivery/staff-deliveries.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff } from '../../../../../test/factories.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { holdDeliveries, openHolds, releaseDeliveries } from './holds.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const reason = 'The links in the mails are wrong';
const ann = await createStaff(testApp);

const ask = (method: 'GET' | 'POST' | 'DELETE', payload?: object) =>
  ann.request({ method, url: '/api/admin/holds', ...(payload && { payload }) });
const hold = async () => (await ask('POST', { reason })).json<DeliveryHold[]>();
const idsOf = (holds: { id: string }[]) => holds.map(({ id }) => id);

afterEach(async () => {
  await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
});

test('all deliveries are held and released by staff, each with a reason in the audit log', async () => {
  for (const wrong of ['', ' ', 'x'.repeat(10_000)])
    expect((await ask('POST', { reason: wrong })).statusCode).toBe(400);
  const held = await ask('POST', { reason });
  expect([held.statusCode, held.json()]).toMatchObject([201, [{ reason: 'by-hand', message: reason }]]);
  expect((await ask('POST', { reason })).statusCode).toBe(409);
  expect((await ask('GET')).json()).toHaveLength(1);
  const seen = idsOf(held.json<DeliveryHold[]>());
  expect((await ask('DELETE', { reason })).statusCode).toBe(400);
  expect((await ask('DELETE', { reason: 'A false alarm', seen })).json()).toEqual([]);
  expect((await ask('DELETE', { reason, seen })).statusCode).toBe(409);
  const entries = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.subjectId, seen))
    .orderBy(auditLog.id);
  expect(entries).toMatchObject([
    { action: 'deliveries.held', actor: ann.user.id, reason },
    { action: 'deliveries.released', actor: ann.user.id, reason: 'A false alarm' },
  ]);
  expect((await (await createPerson(testApp)).request({ url: '/api/admin/holds' })).statusCode).toBe(403);
});

test('409: a hold that was made since staff looked is not released with the others', async () => {
  const seen = idsOf(await hold());
  const message = 'The clocks of this machine leapt';
  await inTransaction(db, (tx) => holdDeliveries(tx, services, { reason: 'clock-jump', message }));
  const refused = await ask('DELETE', { reason, seen });
  expect([refused.statusCode, refused.json().fields]).toEqual([409, { seen: message }]);
  expect(await openHolds(db)).toHaveLength(2);
  expect((await ask('DELETE', { reason, seen: idsOf(await openHolds(db)) })).json()).toEqual([]);
});

test('says how many deliveries a hold keeps back: those that are due, under way or planned for the next 24 hours', async () => {
  const effect = async () => (await ann.request({ url: '/api/admin/holds/effect' })).json();
  const before = await effect();
  await seedSchedules(db, { count: 2, dueAt: clock.now() });
  await startDueSchedules(services);
  await seedSchedules(db, { count: 3, dueAt: minutesAfter(clock.now(), -1) });
  await seedSchedules(db, { count: 4, dueAt: minutesAfter(clock.now(), 24 * 60 - 1) });
  await seedSchedules(db, { count: 5, dueAt: minutesAfter(clock.now(), 24 * 60 + 1) });
  expect(before).toEqual({ now: 0, inADay: 0 });
  expect(await effect()).toEqual({ now: 5, inADay: 4 });
});
