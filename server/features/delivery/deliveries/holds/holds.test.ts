import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { tamper } from '../../../../../test/audit-log.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { claimDeliveries } from '../send/claim.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { refreshClaims } from '../send/leases.ts';
import { recordOutcomes } from '../send/record-outcomes.ts';
import { sendDelivery } from '../send/send-delivery.ts';
import { startDueSchedules } from '../start/start.ts';
import { requeueDeliveries } from '../start/sweep.jobs.ts';
import type { HoldReason } from './holds.table.ts';
import { holdDeliveries, openHolds, releaseDeliveries } from './holds.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db } = services;

const message = 'Look at the clock of this machine, then: npm run deliveries -- release';
const hold = (reason: HoldReason = 'clock-jump') =>
  inTransaction(db, (tx) =>
    holdDeliveries(
      tx,
      services,
      reason === 'by-hand' ? { reason, message, by: 'command:test' } : { reason, message },
    ),
  );
const release = () => inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'command:test' }));
const audited = () =>
  db.execute(sql`select action, actor, details from audit_log where action like 'deliveries.%' order by id`);

afterEach(async () => {
  await release();
  await inTransaction(db, (tx) => tamper(tx, () => tx.execute(sql`truncate audit_log`)));
  await db.execute(sql`delete from users`);
});

test('F20: while deliveries are held nothing starts, is enqueued or claimed; all that is due goes out on release', async () => {
  await seedSchedules(db, { count: 2, dueAt: clock.now() });
  expect(await startDueSchedules(services)).toBe(2);
  const ids = (await db.select({ id: deliveryQueue.id }).from(deliveryQueue)).map(({ id }) => id);
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await hold();

  expect(await startDueSchedules(services)).toBe(0);
  await deliverBatch(services, ids);
  expect(await db.$count(deliveryQueue, sql`status = 'pending' and attempt_count = 0`)).toBe(2);
  clock.advance(60 * 60);
  expect(await requeueDeliveries(services)).toBe(0);

  await release();
  expect(await startDueSchedules(services)).toBe(1);
  expect(await requeueDeliveries(services)).toBe(2);
  await deliverBatch(services, ids);
  expect(await db.$count(deliveryQueue, sql`status = 'delivered'`)).toBe(2);
});

test('what a job found held is taken up by the first sweep after the release, not minutes later', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(services);
  const ids = (await db.select({ id: deliveryQueue.id }).from(deliveryQueue)).map(({ id }) => id);
  await hold();
  await deliverBatch(services, ids);
  await release();
  expect(await requeueDeliveries(services)).toBe(1);
});

test('a hold is made once for each reason, told with what to do, and released with all others', async () => {
  expect(await hold()).toBe(true);
  expect(await hold()).toBe(false);
  clock.advance(1);
  expect(await hold('by-hand')).toBe(true);
  expect(await openHolds(db)).toMatchObject([{ reason: 'clock-jump', message }, { reason: 'by-hand' }]);
  expect(await release()).toHaveLength(2);
  expect(await openHolds(db)).toEqual([]);
  expect(await hold()).toBe(true);
  await release();
  const entry = (action: string, actor: string, reason: HoldReason) => ({
    action,
    actor,
    details: { reason },
  });
  expect((await audited()).rows).toEqual([
    entry('deliveries.held', 'system', 'clock-jump'),
    entry('deliveries.held', 'command:test', 'by-hand'),
    entry('deliveries.released', 'command:test', 'clock-jump'),
    entry('deliveries.released', 'command:test', 'by-hand'),
    entry('deliveries.held', 'system', 'clock-jump'),
    entry('deliveries.released', 'command:test', 'clock-jump'),
  ]);
});

test('a batch that was claimed before sends nothing more, and goes out with the first sweep after the release', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(services);
  const ids = (await db.select({ id: deliveryQueue.id }).from(deliveryQueue)).map(({ id }) => id);
  const [claim] = await claimDeliveries(services, ids);
  if (!claim) throw new Error('Nothing was claimed');
  await hold();
  clock.advance(2);
  await refreshClaims(services, claim);
  const outcome = await sendDelivery(services, claim);
  expect(outcome).toEqual({ kind: 'put-back' });
  await recordOutcomes(services, [{ delivery: claim, outcome }]);
  await release();
  expect(await requeueDeliveries(services)).toBe(1);
  await deliverBatch(services, ids);
  expect(await db.$count(deliveryQueue, sql`status = 'delivered'`)).toBe(1);
});
