// F10: PostgreSQL restarts, or cuts connections in the middle of transactions. Requests succeed or say when to come back,
// nothing is half done, and within ten seconds everything works again: requests, change stream, jobs, deliveries.
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/database.ts';
import { coverDataDir, findServer, joinHere, query } from '../../server/platform/postgres/testing.fixture.ts';
import { eventually } from '../app.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import { openChangeStream } from './support/change-stream.ts';
import {
  allDelivered,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
  letLeasesEnd,
  takenOver,
} from './support/deliveries.ts';
import { registerCaller, writeCheckedLetter } from './support/people.ts';
import { mailThrough, makeDataDir, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { milliseconds, openRandomness } from './support/randomness.ts';
import { call } from './support/requests.ts';
import { seedAtOnce } from './support/seed.ts';
import { createWriter } from './support/writer.ts';

const backWithinSeconds = 10;
const perRound = 25;

function untilReady(address: string): Promise<unknown> {
  const isReady = async () => (await call(address, { path: '/readyz' })).status === 200;
  return eventually(isReady, 'the process to be ready again', backWithinSeconds);
}

async function deliveredSince(db: Database, dueAt: Date): Promise<number> {
  const found = await db.execute(
    sql`select 1 from delivery_queue where status = 'delivered' and due_at >= ${dueAt.toISOString()}`,
  );
  return found.rowCount ?? 0;
}

async function writersAt(address: string, db: Database) {
  return await Promise.all(
    [1, 2, 3, 4].map(async () => createWriter(await registerCaller(address, db), db, openRandomness())),
  );
}

test('connections cut in the middle of transactions, many times', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const place = await makePlace(mailThrough(smtp.url));
  const { db, env, databaseUrl } = place;
  const randomness = openRandomness();
  const running = await startProcess(env);
  const { address } = running;
  const listener = await registerCaller(address, db);
  const stream = await openChangeStream(listener, address);
  const writers = await writersAt(address, db);
  const stopping = new AbortController();
  const writing = writers.map((writer) => writer.writeThrough(address, stopping.signal));
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'long-after%'`;
  const rounds = 12;
  for (let round = 0; round < rounds; round++) {
    await seedAtOnce(db, { count: perRound, dueAt: new Date(), owners: 5 });
    await milliseconds(randomness.below(300));
    await query(databaseUrl, cut);
    await untilReady(address);
  }
  stopping.abort();
  await Promise.all(writing);
  for (const writer of writers) expect(await writer.compare(address), `seed ${randomness.seed}`).toEqual([]);

  // Its log mentions every fault, and nothing that people wrote.
  expect(running.said()).toContain('a request was put off');
  expect(running.said()).not.toMatch(/Dear Maya|example\.(com|org)/);

  await writeCheckedLetter(listener, address);
  await eventually(async () => stream.heard.at(-1)?.includes('memories'), 'the page to hear of its letter');
  const lastDue = new Date();
  await seedAtOnce(db, { count: perRound, dueAt: lastDue, owners: 5 });
  await eventually(
    async () => (await deliveredSince(db, lastDue)) === perRound,
    'what falls due now to be delivered as ever',
    backWithinSeconds,
  );
  // If the response to a claim was lost, its worker does not know what it holds: that waits for the lease to end.
  expect((await running.end('SIGTERM')).code).toBe(0);
  await letLeasesEnd(db);
  await startProcess(env, { role: 'worker' });
  const count = (rounds + 1) * perRound;
  await allDelivered(db, count);
  expect(new Set(deliveryMails(smtp)).size).toBe(count);
  await expectReconciled(db);
});

test('the database is killed with deliveries on their way: they are recorded when it is back, not sent again', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const dataDir = coverDataDir(join(await makeDataDir(), 'data'));
  const { address } = await startProcess({ DATA_DIR: dataDir, RATE_LIMITS: 'off', ...mailThrough(smtp.url) });
  const { url } = await joinHere(dataDir);
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }) });
  onTestFinished(close);
  const writers = await writersAt(address, db);
  const count = 60;
  let taken = 0;
  smtp.behave(async ({ stage, messageId }): Promise<Reaction> => {
    if (stage !== 'message' || !messageId.startsWith('delivery.')) return 'accept';
    taken += 1;
    if (taken === 20) process.kill((await findServer(dataDir))?.pid ?? 0, 'SIGQUIT');
    return 'accept';
  });
  const stopping = new AbortController();
  const writing = writers.map((writer) => writer.writeThrough(address, stopping.signal));
  await seedAtOnce(db, { count, dueAt: new Date(), owners: count });
  await takenOver(smtp, 20);
  await untilReady(address);
  await eventually(
    () => db.execute('select 1').catch(() => undefined),
    'the database to answer this test too',
  );
  await allDelivered(db, count);
  stopping.abort();
  await Promise.all(writing);
  for (const writer of writers) expect(await writer.compare(address)).toEqual([]);
  expectEachSentOnce(smtp, count);
  await expectReconciled(db);
});
