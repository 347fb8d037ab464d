import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { inTransaction, isDatabaseUnavailable, openDatabase, type Queryable } from './database.ts';
import { query } from './postgres/testing.fixture.ts';

const maxConnections = 3;
/** After this long the server itself closes an unused connection. */
const idleMilliseconds = 50;

async function openPool() {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const log = pino({ level: 'silent' });
  const shortIdleUrl = new URL(url);
  shortIdleUrl.searchParams.set('options', `-c idle_session_timeout=${idleMilliseconds}ms`);
  const { db, close } = openDatabase({ url: shortIdleUrl.href, log, maxConnections, name: 'to be cut' });
  onTestFinished(close);
  const cut =
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'to be cut'";
  return { db, cutConnections: () => query(url, cut) };
}

const answer = async (db: Queryable) =>
  (await db.execute<{ one: number }>(sql`select 1 as one`)).rows[0]?.one;

test('a connection cut inside a transaction fails the next statement; the process survives and the pool stays complete', async () => {
  const { db, cutConnections } = await openPool();
  for (let round = 0; round < maxConnections * 3; round++) {
    const broken = inTransaction(db, async (tx) => {
      await tx.execute(sql`select 1`);
      await cutConnections();
      await tx.execute(sql`select 1`);
    });
    await expect(broken).rejects.toSatisfy(isDatabaseUnavailable);
  }
  expect(await answer(db)).toBe(1);
});

test('connections that end while this process is busy fail at their `begin`, and the pool loses none', async () => {
  const { db } = await openPool();
  for (let round = 0; round < maxConnections * 3; round++) {
    // On a busy machine a connection may have been idle for too long by now.
    await expect.poll(() => answer(db).catch(() => undefined)).toBe(1);
    // Nothing else runs in this process meanwhile, so it learns of the disconnection only after it has sent its
    // `begin`.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, idleMilliseconds * 4);
    await expect(inTransaction(db, answer)).rejects.toSatisfy(isDatabaseUnavailable);
  }
  expect(await inTransaction(db, answer)).toBe(1);
});
