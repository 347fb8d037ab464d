import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { sweepDueDeliveries } from '../start/sweep.jobs.ts';
import { deliverBatch } from './deliver-batch.ts';

test.each([
  ['claimed', "new.status = 'sending'", 0],
  ['recorded as delivered', "new.status = 'delivered'", 1],
])(
  'one delivery that cannot be %s keeps no other of its batch, and is made later, once',
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
