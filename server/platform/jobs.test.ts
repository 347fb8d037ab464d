import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../test/app.ts';
import { cloneDatabase } from '../../test/database.ts';
import { inTransaction, openDatabase } from './database.ts';
import { openJobs } from './jobs.ts';
import { query } from './postgres/testing.fixture.ts';

const log = pino({ level: 'silent' });
const count = {
  name: 'count',
  payload: z.object({ number: z.number() }),
  concurrency: 1,
  retryLimit: 2,
  retryDelaySeconds: 1,
  expireSeconds: 60,
};

test('forty jobs of one transaction run without waiting for polls; none before it commits, none if it fails', async () => {
  const database = await cloneDatabase();
  const { db, close } = openDatabase({ url: database.url, log });
  const jobs = await openJobs({ url: database.url, log, definitions: [count], works: true });
  try {
    const seen: number[] = [];
    await jobs.work(count, async ({ number }) => {
      seen.push(number);
    });
    const numbers = Array.from({ length: 40 }, (_, number) => ({ number }));
    await expect(
      inTransaction(db, async (tx) => {
        await jobs.enqueue(tx, count, [{ number: -1 }]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    const start = performance.now();
    await inTransaction(db, async (tx) => {
      await jobs.enqueue(tx, count, numbers);
      expect(seen).toEqual([]);
    });
    await eventually(async () => seen.length >= 40, 'forty jobs');
    // At one job per poll, two seconds apart, this would take eighty seconds.
    expect(performance.now() - start).toBeLessThan(40_000);
    expect(seen.toSorted((one, other) => one - other)).toEqual(numbers.map(({ number }) => number));
  } finally {
    await jobs.stop(1);
    await close();
    await database.drop();
  }
});

test('a start reports whether it had to create the queue', async () => {
  const { url, drop } = await cloneDatabase();
  await query(url, 'drop schema pgboss cascade');
  const start = () => openJobs({ url, log, definitions: [count], works: true });
  try {
    const first = await start();
    expect(first.startedEmpty).toBe(true);
    await first.stop(1);
    const second = await start();
    expect(second.startedEmpty).toBe(false);
    await second.stop(1);
  } finally {
    await drop();
  }
});

test('statements of the product and of the queue read one clock, which a session may set', async () => {
  const { url, drop } = await cloneDatabase();
  try {
    const times = 'select clock_now() as product, pgboss.job_now() as queue, statement_timestamp() as real';
    const [now] = await query(url, times);
    expect(now).toMatchObject({ product: now?.['real'], queue: now?.['real'] });
    const later = new Date('2061-05-04T12:00:00Z');
    const [then] = await query(`${url}&options=-clong_after.now%3D2061-05-04T12:00:00Z`, times);
    expect(then).toMatchObject({ product: later, queue: later });
  } finally {
    await drop();
  }
});
