import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { sendMails } from '../../../job-list.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { requeueLostMails } from '../../outbox/mails/send-mail.ts';
import { claimDeliveries, leaseSeconds } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { startDueSchedules } from './start.ts';
import { requeueDeliveries } from './sweep.jobs.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db, jobs } = services;

test('a claimed delivery is left to its worker until the lease ends, and then requeued by the next sweep', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(services);
  const [row] = await db.select({ id: deliveryQueue.id }).from(deliveryQueue);
  clock.advance(60);
  await claimDeliveries(services, [row?.id ?? '']);

  clock.advance(leaseSeconds - 1);
  expect(await requeueDeliveries(services)).toBe(0);
  clock.advance(1);
  expect(await requeueDeliveries(services)).toBe(1);
  expect(await requeueDeliveries(services)).toBe(0);
});

test('a schedule without recipients starts once and delivers nothing', async () => {
  await seedSchedules(db, { count: 2, dueAt: clock.now(), owners: 2 });
  await db.execute(
    'delete from memory_recipients where id = (select id from memory_recipients order by id desc limit 1)',
  );
  expect(await startDueSchedules(services)).toBe(2);
  expect(await startDueSchedules(services)).toBe(0);
  expect(await db.$count(deliveryQueue)).toBe(2);
});

test('a confirmation waiting for the mail server is not enqueued again, but a lost one is', async () => {
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await db.update(users).set({ deliveryNotifications: true });
  await startDueSchedules(services);
  const [row] = await db
    .select({ id: deliveryQueue.id })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.userId, ownerIds[0] ?? ''));
  await deliverBatch(services, [row?.id ?? '']);
  expect(await jobs.backlog(sendMails)).toBe(1);
  clock.advance(2 * 60 * 60);
  for (let sweeps = 0; sweeps < 3; sweeps++) await requeueLostMails(services);
  expect(await jobs.backlog(sendMails)).toBe(1);

  await db.execute('delete from pgboss.job');
  await requeueLostMails(services);
  expect(await jobs.backlog(sendMails)).toBe(1);
});
