import { once } from 'node:events';
import { join } from 'node:path';
import { inTransaction } from '../server/platform/database.ts';
import { seedSchedules } from '../test/seed.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, until } from './harness.ts';
import { isEverythingDelivered } from './herd.ts';
import { ask, type Program, startSink, startWorker } from './programs.ts';
import type { Intake } from './smtp-sink.child.ts';

const due = 300;
const killAt = 100;
/** The worker's connections to the mail server: each may carry one mail whose acceptance it has not seen. */
const inFlight = 5;

/** The lease of the dead worker limits the wait, not the speed of the machine. */
export const herdKill: Benchmark = {
  name: 'herd.kill',
  about: `${due} letters due, the worker killed at mail ${killAt} and started again: how many came twice, how long the last took`,
  async run({ folder }) {
    const dataDir = join(folder, 'kill');
    const [sink, smtp] = await startSink();
    const start = () => startWorker({ DATA_DIR: dataDir, ...smtp });
    const { intake, seconds } = await withDatabase(dataDir, async (db) => {
      await inTransaction(db, (tx) => seedSchedules(tx, { count: due, dueAt: new Date(), owners: 30 }));
      await killAtMail(sink, await start());
      const started = performance.now();
      const worker = await start();
      await until(() => isEverythingDelivered(db), 'every letter to be delivered', { seconds: 600 });
      const took = (performance.now() - started) / 1000;
      await worker.stop();
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
