// F52: the primary dies, and a standby takes over that lacks its last seconds. What the primary had recorded as sent is pending there:
// it is not sent again, and nothing else is sent until somebody has looked.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/database.ts';
import { query } from '../../server/platform/postgres/testing.fixture.ts';
import { eventually } from '../app.ts';
import { placeProxy } from '../database-proxy.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { makeOwnPostgres, type OwnPostgres } from '../own-postgres.ts';
import { launchCommand } from './support/commands.ts';
import { allDelivered, countByStatus, expectEachSentOnce, expectReconciled } from './support/deliveries.ts';
import { mailThrough, makeDataDir, openPlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const database = 'product';
const [before, lost, after] = [20, 40, 10];

test('F52: letters that the standby does not know were sent are not sent again', async () => {
  const smtp = await startSmtpServer({ keep: 'ids' });
  const { primary, standby, follows, kill } = await startPrimaryAndStandby();
  const address = await placeProxy(primary.urlOf(database));
  await address.open();
  onTestFinished(() => address.close());
  const { db, env } = await openPlace(address.url, mailThrough(smtp.url));
  const inStandby = openHere(standby.urlOf(database));

  const first = await startProcess(env, { role: 'worker' });
  await seedAtOnce(db, { count: before, dueAt: new Date(), owners: 5 });
  await allDelivered(db, before);
  await first.end('SIGTERM');
  await seedAtOnce(db, { count: lost, dueAt: new Date(), owners: 5 });
  await eventually(
    async () => (await countSchedules(inStandby)) === before + lost,
    'the standby to have it all',
  );
  await follows.close();
  const worker = await startProcess(env, { role: 'worker' });
  await allDelivered(db, before + lost);
  expect(await countByStatus(inStandby)).toEqual({ delivered: before });

  await kill();
  await query(standby.urlOf(database), 'select pg_promote()');
  await seedAtOnce(inStandby, { count: after, dueAt: new Date(), owners: 5 });
  await address.close();
  await address.open(standby.urlOf(database));
  await eventually(
    async () => worker.said().includes(`did not know of ${lost} letters that were sent`),
    'the worker to say what the standby did not know',
  );
  await eventually(
    async () => (await countByStatus(inStandby)).delivered === before + lost,
    'what was sent to be recorded',
  );
  const release = launchCommand(env, 'scripts/deliveries.ts', ['release']);
  expect(await release.exited, release.said()).toEqual({ code: 0, signal: null });
  await allDelivered(inStandby, before + lost + after);
  expectEachSentOnce(smtp, before + lost + after);
  await expectReconciled(inStandby);
});

/** `follows` is the standby's connection to the primary. */
async function startPrimaryAndStandby() {
  const primary = await makeOwnPostgres(await makeDataDir(), { durable: false });
  const follows = await placeProxy(primary.urlOf(database));
  const created = await runServer(primary);
  await query(primary.urlOf('postgres'), `create database ${database}`);
  created.kill('SIGINT');
  await once(created, 'exit');
  const standby = await primary.makeStandby(await makeDataDir(), follows.url);
  const running = await runServer(primary);
  await follows.open();
  onTestFinished(() => follows.close());
  await runServer(standby);
  const kill = async () => {
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  return { primary, standby, follows, kill };
}

/** A running server, which is killed when the test ends. */
async function runServer(postgres: OwnPostgres): Promise<ChildProcess> {
  const server = postgres.start();
  onTestFinished(() => {
    server.kill('SIGQUIT');
  });
  await eventually(
    () =>
      query(postgres.urlOf('postgres'), 'select 1').then(
        () => true,
        () => false,
      ),
    'PostgreSQL to answer',
  );
  return server;
}

function openHere(url: string): Database {
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }), name: 'fault test' });
  onTestFinished(close);
  return db;
}

async function countSchedules(db: Database): Promise<number> {
  return (await db.execute('select 1 from schedules')).rowCount ?? 0;
}
