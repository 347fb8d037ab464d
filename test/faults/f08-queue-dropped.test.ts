// F08: the queue's schema is dropped. The truth is in our own tables: after a restart everything is sent.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import { createTestClock, eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const dropQueue = sql`drop schema pgboss cascade`;

test('deliveries whose jobs are gone and schedules still to come: none lost, none early', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const place = await makePlace(mailThrough(smtp.url));
  const { db, env } = place;
  await seedAtOnce(db, { count: 300, dueAt: new Date(), owners: 20 });
  const leaving = await openWorkbench(place, { clock: createTestClock(), smtpUrl: smtp.url });
  await startDueSchedules(leaving.services);
  await leaving.close();
  expect(await countByStatus(db)).toEqual({ pending: 300 });
  const dueAt = new Date(Date.now() + 5_000);
  await seedAtOnce(db, { count: 100, dueAt, owners: 20 });
  await seedAtOnce(db, { count: 50, dueAt: new Date('2031-05-01T12:00:00Z'), owners: 20 });
  await db.execute(dropQueue);

  let firstAtRest: Date | undefined;
  smtp.behave(({ stage }) => {
    if (stage === 'message' && deliveryMails(smtp).length === 300) firstAtRest ??= new Date();
    return 'accept';
  });
  await startProcess(env, { role: 'all' });
  await allDelivered(db, 400);
  expect(firstAtRest?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
  expectEachSentOnce(smtp, 400);
  const future = await db.execute(sql`select 1 from schedules where started_at is null`);
  expect(future.rowCount).toBe(50);
  await expectReconciled(db);
});

test('dropped under a running process: it stays up, and the next start makes up for everything', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { db, env } = await makePlace(mailThrough(smtp.url));
  const running = await startProcess(env, { role: 'all' });
  await db.execute(dropQueue);
  await seedAtOnce(db, { count: 100, dueAt: new Date(), owners: 20 });
  await eventually(
    async () => running.said().includes('a timer failed'),
    'the sweep to meet the missing queue',
  );
  // The rows and their jobs are one transaction: without the queue nothing has started.
  expect(await countByStatus(db)).toEqual({});
  expect((await running.end('SIGTERM')).code).toBe(0);
  await startProcess(env, { role: 'all' });
  await allDelivered(db, 100);
  expectEachSentOnce(smtp, 100);
  await expectReconciled(db);
});
