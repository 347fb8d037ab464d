// F09: nothing ran for 15 days, longer than the queue keeps a job. Everything is sent on return, in due
// order, marked as late, and its owner can see that.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import { createTestClock } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { countByStatus, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { expectDueOrder } from './support/due-order.ts';
import { makePlace } from './support/place.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const before = new Date('2026-11-01T12:00:00Z');
const day = 24 * 60 * 60;

test('what fell due before and during the outage is delivered on return, and every owner is told', async () => {
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock(before);
  const smtp = await startSmtpServer();
  const owners = 30;
  await seedAtOnce(db, { count: 200, dueAt: before, owners });
  await seedAtOnce(db, {
    count: 900,
    dueAt: new Date(before.getTime() + 1000),
    spacingSeconds: 1200,
    owners,
  });
  await db.execute(sql`update users set delivery_notifications = true`);

  const leaving = await openWorkbench(place, { clock, smtpUrl: smtp.url });
  await startDueSchedules(leaving.services);
  expect(await countByStatus(db)).toEqual({ pending: 200 });
  await leaving.close();
  // What the queue keeps for 14 days is gone by then.
  await db.execute(sql`delete from pgboss.job`);

  clock.advance(15 * day);
  const returned = await openWorkbench(place, { clock, smtpUrl: smtp.url });
  await returned.work();
  await returned.sweep();
  expect(await countByStatus(db)).toEqual({ delivered: 1100 });
  const toRecipients = {
    messages: smtp.messages.filter(({ messageId }) => messageId.startsWith('delivery.')),
  };
  expectEachSentOnce(toRecipients, 1100);
  await expectDueOrder(db, smtp);

  const told = smtp.messages.filter(({ messageId }) => messageId.startsWith('delivered.'));
  const people = await db.execute(sql`select 1 from users`);
  expect(told).toHaveLength(people.rowCount ?? 0);
  expect(told[0]?.parsed?.text).toContain('Monday, 16 November 2026');
  const late = await db.execute(sql`select 1 from schedules where delivered_at >= due_at + interval '1 day'`);
  expect(late.rowCount).toBeGreaterThan(1000);
  const sorry =
    /“A letter” to Maya, on .*; it was due on \w+, \d+ November 2026 at \d\d:\d\d UTC, and we are sorry that it went out late$/gm;
  expect(told.flatMap(({ parsed }) => parsed?.text?.match(sorry) ?? [])).toHaveLength(1100);
  const marked = await db.execute<{ deliveries: number; most: number; wrong: number }>(sql`
    select count(distinct a.subject_id)::int as deliveries, max((a.details->>'seconds')::int) as most,
      count(*) filter (where (a.details->>'seconds')::int <> extract(epoch from d.delivered_at - d.due_at)::int)::int as wrong
    from audit_log a join delivery_queue d on d.id = a.subject_id where a.action = 'delivery.late'`);
  expect(marked.rows).toEqual([{ deliveries: 1100, most: 15 * day, wrong: 0 }]);
  await expectReconciled(db, clock.now());
});
