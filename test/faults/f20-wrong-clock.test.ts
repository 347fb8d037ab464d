// F20: the clock of one process is wrong, ahead or from its start, really changed for it by libfaketime. It
// delivers nothing, and resumes by itself once it agrees with the database again.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deliver, eraseAccount } from '../../server/job-list.ts';
import { inTransaction } from '../../server/platform/database.ts';
import { createTestClock, eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import {
  allDelivered,
  countActs,
  countByStatus,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import { makeFakeTime } from './support/fake-time.ts';
import { mailThrough, makePlace, type Place } from './support/place.ts';
import { type ProductProcess, startProcess } from './support/processes.ts';
import { call } from './support/requests.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const differs = /ahead of the database/;
const agreesAgain = /agrees with the database again/;

const says = (process: ProductProcess, words: RegExp) =>
  eventually(async () => words.test(process.said()), `the process to say ${words}`, 60);

const isReady = async ({ address }: ProductProcess) =>
  (await call(address, { path: '/readyz' })).status === 200;

/** Letters for 2027 and 2031, and somebody whose account was to be erased in two weeks, one minute ago. */
async function seedFuture({ db }: Place): Promise<string> {
  await seedAtOnce(db, { count: 10, dueAt: new Date('2027-05-04T12:00:00Z') });
  const { ownerIds } = await seedAtOnce(db, { count: 10, dueAt: new Date('2031-05-04T12:00:00Z') });
  const [leaving = ''] = ownerIds;
  await db.execute(
    sql`update users set deletion_requested_at = now() - interval '1 minute' where id = ${leaving}`,
  );
  return leaving;
}

/** Everything that a wrong clock could have touched is unchanged. */
async function expectFutureUntouched({ db }: Place, leaving: string): Promise<void> {
  const started = await db.execute(
    sql`select 1 from schedules where due_at > now() and started_at is not null`,
  );
  expect(started.rowCount).toBe(0);
  expect((await db.execute(sql`select 1 from users where id = ${leaving}`)).rowCount).toBe(1);
  expect(await countActs(db)).not.toHaveProperty('account.erased');
}

test('1,900 days ahead for some seconds: nothing of 2027 or 2031 is sent, and a retry is not put off until 2032', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const { db } = place;
  const leaving = await seedFuture(place);
  const time = await makeFakeTime();
  let defer: (() => void) | undefined;
  smtp.behave(({ stage }) =>
    stage === 'message'
      ? new Promise((resolve) => {
          defer = () => resolve({ code: 451, text: 'try again later' });
        })
      : 'accept',
  );
  const worker = await startProcess({ ...place.env, ...time.env });
  await seedAtOnce(db, { count: 1, dueAt: new Date() });
  await eventually(async () => defer, 'the first letter to be handed to the mail server');

  await time.set('+1900d');
  await says(worker, differs);
  await eventually(async () => !(await isReady(worker)), '503 of /readyz');
  await seedAtOnce(db, { count: 1, dueAt: new Date() });
  smtp.behave(() => 'accept');
  defer?.();
  const put = await eventually(async () => {
    const { rows } = await db.execute<{ seconds: number }>(sql`
      select extract(epoch from attempt_after - now())::int as seconds from delivery_queue where status = 'pending'`);
    return rows[0];
  }, 'the deferred letter to wait for its next try');
  expect(put.seconds).toBeLessThan(5 * 60);
  expect(await countByStatus(db)).toEqual({ pending: 1 });

  await time.set('+0');
  await says(worker, agreesAgain);
  await eventually(async () => (await countByStatus(db)).delivered === 1, 'what fell due meanwhile');
  await eventually(() => isReady(worker), '200 of /readyz');
  await db.execute(
    sql`update delivery_queue set attempt_after = now(), sweep_at = now() where status = 'pending'`,
  );
  await allDelivered(db, 2);
  expectEachSentOnce(smtp, 2);
  expect(worker.said().match(/"level":50/g)).toHaveLength(1);
  await expectFutureUntouched(place, leaving);
  await expectReconciled(db);
});

test('15 days ahead from its start: it takes no job, sweeps nothing and erases nobody; another process carries on', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const { db } = place;
  const leaving = await seedFuture(place);
  await seedAtOnce(db, { count: 1, dueAt: new Date(Date.now() + 10 * 24 * 60 * 60 * 1000) });
  const { services } = await openWorkbench(place, { clock: createTestClock(), smtpUrl: smtp.url });
  const { jobs } = services;
  await inTransaction(db, (tx) => jobs.enqueue(tx, eraseAccount, [{ userId: leaving }]));
  const time = await makeFakeTime('+15d');
  const wrong = await startProcess({ ...place.env, ...time.env }, { role: 'worker' });
  await says(wrong, differs);

  const right = await startProcess(place.env, { role: 'worker' });
  await seedAtOnce(db, { count: 20, dueAt: new Date() });
  await eventually(async () => (await countByStatus(db)).delivered === 20, 'the other to deliver');
  await right.end('SIGTERM');
  await seedAtOnce(db, { count: 5, dueAt: new Date() });
  await time.set('+0');
  await eventually(async () => (await countByStatus(db)).delivered === 25, 'it to go on');
  const idle = async () => (await jobs.backlog(eraseAccount)) + (await jobs.backlog(deliver)) === 0;
  await eventually(idle, 'all jobs to be done');
  expectEachSentOnce(smtp, 25);
  await expectFutureUntouched(place, leaving);
  await expectReconciled(db);
});
