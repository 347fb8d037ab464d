import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { spendRetries } from '../../../../../test/started-delivery.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { sweepDueDeliveries } from '../start/sweep.jobs.ts';
import { deliverBatch } from './deliver-batch.ts';

test.each([
  ['claimed', "new.status = 'sending'", 0],
  ['recorded as delivered', "new.status = 'delivered'", 1],
])(
  'F42: one delivery that cannot be %s keeps no other of its batch, and is made later, once',
  async (_what, when, mailed) => {
    const clock = createTestClock('2026-11-20T12:00:00Z');
    const { services } = await startTestApp({ clock });
    const { db } = services;
    await seedSchedules(db, { count: 5, dueAt: clock.now(), owners: 1 });
    await startDueSchedules(services);
    const rows = await db.select().from(deliveryQueue);
    const ids = rows.map(({ id }) => id);
    const [bad = ''] = ids;
    await db.execute(
      sql.raw(`
    create function bad_row() returns trigger language plpgsql as $$ begin raise exception 'This row is bad'; end $$;
    create trigger bad_row before update on delivery_queue for each row
      when (old.id = '${bad}' and ${when}) execute function bad_row()`),
    );
    await deliverBatch(services, ids).catch(() => undefined);
    const delivered = () => db.$count(deliveryQueue, eq(deliveryQueue.status, 'delivered'));
    const mails = async () => (await db.execute(sql`select 1 from mailbox_messages`)).rowCount;
    expect(await delivered()).toBe(4);
    expect(await mails()).toBe(4 + mailed);
    await db.execute(sql`drop trigger bad_row on delivery_queue`);
    await db.update(deliveryQueue).set({ sweepAt: clock.now() }).where(eq(deliveryQueue.id, bad));
    clock.set(minutesAfter(clock.now(), 10));
    await sweepDueDeliveries(services);
    await deliverBatch(services, ids);
    expect(await delivered()).toBe(5);
    expect(await mails()).toBe(5);
  },
);

test('F42: one whose mail cannot be written keeps no other of its batch, is logged each time, and after a week stands before somebody', async () => {
  const lines: string[] = [];
  const clock = createTestClock('2026-11-20T12:00:00Z');
  const onLog = (line: string) => lines.push(line);
  const testApp = await startTestApp({ clock, env: { LOG_LEVEL: 'error' }, onLog });
  const { services } = testApp;
  const { db } = services;
  await seedSchedules(db, { count: 3, dueAt: clock.now(), owners: 3 });
  await startDueSchedules(services);
  const rows = await db.select().from(deliveryQueue);
  const [bad, ...good] = rows;
  if (!bad) throw new Error('Nothing was seeded');
  const theirs = eq(memories.userId, bad.userId);
  await db.update(memories).set({ createdAt: sql`'infinity'` }).where(theirs);
  const ids = rows.map(({ id }) => id);
  const reload = () => db.select().from(deliveryQueue).where(eq(deliveryQueue.id, bad.id));
  await deliverBatch(services, ids);
  expect(await db.$count(deliveryQueue, eq(deliveryQueue.status, 'delivered'))).toBe(good.length);
  expect(await reload()).toMatchObject([{ status: 'pending', attemptCount: 1 }]);
  expect(lines.filter((line) => line.includes(bad.id))).toHaveLength(1);
  await spendRetries(testApp, bad);
  clock.set(minutesAfter(clock.now(), 60));
  await deliverBatch(services, ids);
  expect(await reload()).toMatchObject([{ status: 'failed' }]);
  expect(lines.some((line) => line.includes('no account is marked as staff to be told'))).toBe(true);
  expect(await db.$count(outboxMails, eq(outboxMails.subjectId, bad.id))).toBe(1);
});
