// F06: two workers compete for the same due rows. Each row is sent by one of them, once.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../../server/features/delivery/deliveries/send/claim.ts';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import { createTestClock } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  countByStatus,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const count = 1_000;

test('1,000 rows that fall due while two worker processes watch: 1,000 mails', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const workers = await Promise.all([1, 2].map(() => startProcess(env, { role: 'worker' })));
  await seedAtOnce(db, { count, dueAt: new Date(Date.now() + 2_000), owners: 50 });
  await allDelivered(db, count);
  expectEachSentOnce(smtp, count);
  expect(await countActs(db)).toEqual({ 'schedule.started': count, 'delivery.delivered': count });
  await expectReconciled(db);
  for (const worker of workers) expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('1,000 rows that two workers claim one by one at the same instant: each has one holder', async () => {
  const place = await makePlace();
  const { db } = place;
  const clock = createTestClock();
  const smtp = await startSmtpServer();
  const options = { clock, smtpUrl: smtp.url };
  const [one, other] = [await openWorkbench(place, options), await openWorkbench(place, options)];
  await seedAtOnce(db, { count, dueAt: clock.now(), owners: 50 });
  const starts = await Promise.all([startDueSchedules(one.services), startDueSchedules(other.services)]);
  expect(starts[0] + starts[1]).toBe(count);

  const rows = await db.execute<{ id: string }>(sql`select id from delivery_queue`);
  const claims = await Promise.all(
    rows.rows.flatMap(({ id }) => [one, other].map(({ services }) => claimDeliveries(services, [id]))),
  );
  expect(claims.flat()).toHaveLength(count);
  expect(new Set(claims.flat().map(({ id }) => id)).size).toBe(count);
  expect(claims.flat().every(({ attempt }) => attempt === 1)).toBe(true);
  expect(await countByStatus(db)).toEqual({ sending: count });
});
