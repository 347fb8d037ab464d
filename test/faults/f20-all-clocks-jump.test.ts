// F20, F21: the whole machine's clock jumps, for the database as for the product. Only the time since the
// machine was started reveals it: deliveries are put on hold until somebody releases them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { countByStatus, expectEachSentOnce } from './support/deliveries.ts';
import { makeFakeTime, startPostgresOn } from './support/fake-time.ts';
import { faultSecret, mailThrough, makeDataDir } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

const day = 24 * 60 * 60 * 1000;

test('forward by 15 days while it is down, back by two hours while it runs: held, and released by the command', async () => {
  const smtp = await startSmtpServer();
  const time = await makeFakeTime();
  const url = await startPostgresOn(time);
  const settings = { DATABASE_URL: url, DATA_DIR: await makeDataDir(), APP_SECRET: faultSecret };
  const env = { ...settings, ...mailThrough(smtp.url), ...time.env };
  const before = await startProcess(env, { role: 'worker' });
  const { db, close } = openDatabase({ url, log: pino({ level: 'silent' }) });
  onTestFinished(close);
  const delivered = (count: number) =>
    eventually(async () => (await countByStatus(db)).delivered === count, `${count} to be delivered`, 60);
  const held = () =>
    eventually(
      async () => {
        const { rows } = await db.execute<{ message: string }>(
          sql`select message from delivery_holds where reason = 'clock-jump' and released_at is null`,
        );
        return rows[0]?.message;
      },
      'deliveries to be held',
      60,
    );
  const release = async () => {
    const command = ['--import', './server/platform/tsx-loader.mjs', 'scripts/deliveries.ts', 'release'];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      env: { ...process.env, ...env },
    });
    return stdout;
  };
  await seedAtOnce(db, { count: 3, dueAt: new Date() });
  await delivered(3);
  await before.end('SIGKILL');

  await seedAtOnce(db, { count: 2, dueAt: new Date(Date.now() + 10 * day) });
  await time.set('+15d');
  await startProcess(env, { role: 'worker' });
  expect(await held()).toMatch(/forward by 360 hours.*npm run deliveries -- release/);
  await time.set('+0');
  // Going back is a jump too. If released before the worker has noticed, everything would be put on hold once more.
  await eventually(
    async () =>
      (await db.execute(sql`select 1 from clock_sightings where seen_at > now() + interval '1 day'`))
        .rowCount === 0,
    'the clocks to be seen going back',
    60,
  );
  await seedAtOnce(db, { count: 4, dueAt: new Date() });
  expect(await release()).toContain('forward by 360 hours');
  await delivered(7);

  await time.set('-2h');
  expect(await held()).toContain('back by 2 hours');
  await seedAtOnce(db, { count: 1, dueAt: new Date(Date.now() - 3 * 60 * 60 * 1000) });
  await release();
  await delivered(8);
  expectEachSentOnce(smtp, 8);
  const early = await db.execute(
    sql`select 1 from schedules where due_at > now() + interval '9 days' and started_at is not null`,
  );
  expect(early.rowCount).toBe(0);
});
