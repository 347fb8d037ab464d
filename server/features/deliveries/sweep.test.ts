import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../test/app.ts';
import { seedSchedules } from '../../../test/seed.ts';
import { claimDeliveries, leaseSeconds } from './claim.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { startDueSchedules } from './start.ts';
import { takeUpDeliveries } from './sweep.jobs.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db } = services;

test('what a worker holds is left to it until its lease ends, and then taken up in the next beat', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(db, services);
  const [row] = await db.select({ id: deliveryQueue.id }).from(deliveryQueue);
  clock.advance(60);
  await claimDeliveries(db, services, [row?.id ?? '']);

  clock.advance(leaseSeconds - 1);
  expect(await takeUpDeliveries(services)).toBe(0);
  clock.advance(1);
  expect(await takeUpDeliveries(services)).toBe(1);
  expect(await takeUpDeliveries(services)).toBe(0);
});

test('a schedule from which everybody was removed starts once and delivers nothing', async () => {
  await seedSchedules(db, { count: 2, dueAt: clock.now(), owners: 2 });
  await db.execute(
    'delete from memory_recipients where id = (select id from memory_recipients order by id desc limit 1)',
  );
  expect(await startDueSchedules(db, services)).toBe(2);
  expect(await startDueSchedules(db, services)).toBe(0);
  expect(await db.$count(deliveryQueue)).toBe(2);
});
