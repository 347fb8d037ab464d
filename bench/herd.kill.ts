import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { type Database, inTransaction, openDatabase } from '../server/platform/database.ts';
import { migrateDatabase } from '../server/platform/migrations.ts';
import { seedSchedules } from '../test/seed.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, until } from './harness.ts';
import { ask, type Program, startProgram } from './programs.ts';
import type { Intake } from './smtp-sink.child.ts';

const due = 300;
const killAt = 100;
/** Connections of the worker to the mail server: each holds one mail whose acceptance it may not have seen. */
const inFlight = 5;

/** What bounds the wait is the lease of a worker that says nothing any more, not the machine. */
export const herdKill: Benchmark = {
  name: 'herd.kill',
  about: `${due} letters due, the worker killed at mail ${killAt} and started again: how many came twice, how long the last took`,
  async run({ folder }) {
    const dataDir = join(folder, 'kill');
    const sink = startProgram('bench/smtp-sink.child.ts', {});
    const [url] = await once(sink.process, 'message');
    const settings = {
      DATA_DIR: dataDir,
      SMTP_URL: String(url),
      MAIL_FROM: 'Long After <letters@long-after.example>',
    };
    const start = async () => {
      const worker = startProgram('bench/herd.child.ts', settings);
      await once(worker.process, 'message');
      return worker;
    };
    const { intake, seconds } = await withDatabase(dataDir, async (databaseUrl) => {
      await migrateDatabase(databaseUrl);
      const { db, close } = openDatabase({ url: databaseUrl, log: pino({ level: 'warn' }) });
      await inTransaction(db, (tx) => seedSchedules(tx, { count: due, dueAt: new Date(), owners: 30 }));
      await killAtMail(sink, await start());
      const started = performance.now();
      const worker = await start();
      await until(() => isEverythingDelivered(db), 'every letter to be delivered', { seconds: 600 });
      const took = (performance.now() - started) / 1000;
      await worker.stop();
      await close();
      return { intake: await ask<Intake>(sink, { dueAt: 0 }), seconds: took };
    });
    await sink.stop();
    if (intake.mails - intake.doubles !== due)
      throw new Error(`${due} were due and ${intake.mails - intake.doubles} came`);
    return [
      { name: 'herd.kill doubled', value: intake.doubles, unit: 'mails', bar: { atMost: inFlight } },
      { name: 'herd.kill last', value: seconds, unit: 's after the restart', bar: { atMost: 60 } },
    ];
  },
};

async function killAtMail(sink: Program, worker: Program): Promise<void> {
  await ask(sink, { tellAt: killAt });
  worker.process.kill('SIGKILL');
  await once(worker.process, 'exit');
}

async function isEverythingDelivered(db: Database): Promise<boolean> {
  const open = await db.execute(sql`select 1 from schedules where not is_delivered limit 1`);
  return open.rows.length === 0;
}
