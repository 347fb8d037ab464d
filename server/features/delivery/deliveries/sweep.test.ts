import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { sendMails } from '../../../job-list.ts';
import { minutesAfter, secondsAfter } from '../../../platform/clock.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { sweepLostMails } from '../../outbox/messages/mails/mails.jobs.ts';
import { leaseSeconds } from '../../outbox/messages/messages.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { findDifferences } from './reconcile.ts';
import { claimDeliveries } from './send/claim.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { recordOutcomes } from './send/record-outcomes.ts';
import { requeueTime } from './start/enqueue.ts';
import { startDueSchedules } from './start/start.ts';
import { requeueDeliveries, requeueLostDeliveries } from './start/sweep.jobs.ts';
import { mendWaitingTimes } from './start/waiting-times.ts';

const clock = createTestClock('2026-12-25T09:00:00Z');
const { services } = await startTestApp({ clock });
const { db, jobs } = services;

test('a claimed delivery is left to its worker until the lease ends, and then requeued by the next sweep', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(services);
  const [row] = await db.select({ id: deliveryQueue.id }).from(deliveryQueue);
  clock.set(requeueTime(secondsAfter(clock.now(), -10)));
  await claimDeliveries(services, [row?.id ?? '']);

  clock.advance(leaseSeconds - 1);
  await requeueLostDeliveries(services)();
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
  for (let sweeps = 0; sweeps < 3; sweeps++) await sweepLostMails(services);
  expect(await jobs.backlog(sendMails)).toBe(1);

  await db.execute('delete from pgboss.job');
  await sweepLostMails(services);
  expect(await jobs.backlog(sendMails)).toBe(1);
});

test('F20: no schedule starts in a process whose clock is ahead of the database, however far', async () => {
  for (const seconds of [20, 31, 1_900 * 24 * 60 * 60]) {
    await seedSchedules(db, { count: 1, dueAt: secondsAfter(clock.now(), 10) });
    clock.differ(seconds);
    expect(await startDueSchedules(services)).toBe(0);
    clock.differ(0);
    clock.advance(10);
    expect(await startDueSchedules(services)).toBe(1);
  }
});

test('F20: a temporary failure during a jump is retried by the database, not years later', async () => {
  await seedSchedules(db, { count: 1, dueAt: clock.now() });
  await startDueSchedules(services);
  const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.status, 'pending'));
  const deliveries = await claimDeliveries(services, [row?.id ?? '']);
  clock.differ(1_900 * 24 * 60 * 60);
  await recordOutcomes(
    services,
    deliveries.map((delivery) => ({ delivery, outcome: { kind: 'later', message: '451', unknown: false } })),
  );
  clock.differ(0);
  const [after] = await db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.id, row?.id ?? ''));
  expect(after?.status).toBe('pending');
  expect(after?.attemptAfter.getTime()).toBeLessThan(minutesAfter(clock.now(), 5).getTime());
});

test.each(['pending', 'sending'] as const)(
  'F20: a %s delivery that was put off until 2032 is mended',
  async (status) => {
    await db.execute(sql`truncate delivery_queue cascade`);
    await seedSchedules(db, { count: 2, dueAt: clock.now() });
    await startDueSchedules(services);
    const [parked, other] = await db.select().from(deliveryQueue).orderBy(deliveryQueue.id);
    const isParked = eq(deliveryQueue.id, parked?.id ?? '');
    const later = minutesAfter(clock.now(), 7 * 60);
    await db.update(deliveryQueue).set({ attemptAfter: later, sweepAt: later });
    await db
      .update(deliveryQueue)
      .set({ status, attemptAfter: new Date('2032-03-04') })
      .where(isParked);
    const differences = async () =>
      (await findDifferences(db, clock.now())).filter(({ what }) => what.includes('put off'));
    expect(await differences()).toMatchObject([{ subjectId: parked?.id }]);

    await mendWaitingTimes(services);
    expect(await differences()).toEqual([]);
    const [mended] = await db.select().from(deliveryQueue).where(isParked);
    const wait = status === 'sending' ? leaseSeconds : 0;
    expect(mended).toMatchObject({ attemptAfter: secondsAfter(clock.now(), wait), status });
    const [untouched] = await db
      .select()
      .from(deliveryQueue)
      .where(eq(deliveryQueue.id, other?.id ?? ''));
    expect(untouched).toMatchObject({ attemptAfter: later, sweepAt: later });
  },
);

test('a delivery whose first job was lost is found after five minutes, by the first look or a later one', async () => {
  const requeueLost = requeueLostDeliveries(services);
  const notFound = async () => {
    await requeueLost();
    return db.$count(deliveryQueue, and(eq(deliveryQueue.status, 'pending'), isNull(deliveryQueue.sweepAt)));
  };
  for (const count of [1, 2]) {
    await seedSchedules(db, { count, dueAt: clock.now() });
    await startDueSchedules(services);
    const at = requeueTime(clock.now());
    clock.set(secondsAfter(at, -1));
    expect(await notFound()).toBe(count);
    clock.set(at);
    expect(await notFound()).toBe(0);
  }
});
