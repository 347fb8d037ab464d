import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTransaction } from '../server/platform/database.ts';
import { seedSchedules } from '../test/seed.ts';
import { withDatabase } from './environments.ts';
import { type Benchmark, until } from './harness.ts';
import { isEverythingDelivered } from './herd.ts';
import { ask, type Program, startSink, startWorker } from './programs.ts';
import type { Intake } from './smtp-sink.child.ts';

const due = 40;
const secondsAhead = 3;
/** How many seconds the two workers are ahead of the database. */
const skews = ['-0.3', '+0.3'];

/** The difference between the clocks and the pauses between sweeps limit the wait, not the speed of the machine. */
export const clockSkew: Benchmark = {
  name: 'clock.skew',
  about: `${due} letters due at one moment, two workers whose clocks are 0.3 s behind the database's and ahead of it: how late the last leaves`,
  async run({ folder, quick }) {
    const dataDir = join(folder, 'skew');
    const [sink, smtp] = await startSink();
    const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
    const settings = {
      DATA_DIR: dataDir,
      ...smtp,
      ...{ LD_PRELOAD: stdout.trim(), DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
    };
    let [early, latest] = [0, 0];
    await withDatabase(dataDir, async (db) => {
      const workers: Program[] = [];
      for (const skew of skews) workers.push(await startWorker({ ...settings, FAKETIME: skew }));
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        const dueAt = new Date(Date.now() + secondsAhead * 1000);
        await inTransaction(db, (tx) => seedSchedules(tx, { count: due, dueAt, owners: due }));
        await until(() => isEverythingDelivered(db), 'every letter to be delivered', { seconds: 600 });
        const intake = await ask<Intake>(sink, { dueAt: dueAt.getTime() });
        early += intake.early;
        latest = Math.max(latest, (intake.last - dueAt.getTime()) / 1000);
      }
      for (const worker of workers) await worker.stop();
    });
    await sink.stop();
    return [
      { name: 'clock.skew latest', value: latest, unit: 's after it was due', bar: { atMost: 2.3 } },
      { name: 'clock.skew early', value: early, unit: 'mails', bar: { atMost: 0 } },
    ];
  },
};
