import { once } from 'node:events';
import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, ratio } from './harness.ts';
import { ask, startProgram } from './programs.ts';

export const sweepIdle: Benchmark = {
  name: 'sweep.idle',
  about: 'one run of the sweep with nothing due: many pending schedules : few',
  async run({ folder, fewRows, manyRows, quick }) {
    const workers = [];
    for (const rows of [manyRows, fewRows]) {
      const { dataDir } = await openEnvironment(folder, rows);
      const worker = startProgram('bench/sweep.child.ts', { DATA_DIR: dataDir });
      await once(worker.process, 'message');
      workers.push(worker);
    }
    const [many, few] = workers;
    if (!many || !few) throw new Error('Two environments are needed');
    const ours = () => ask<number>(many, { run: true });
    const baseline = () => ask<number>(few, { run: true });
    await interleave(100, ours, baseline);
    const runs = await interleave(quick ? 100 : 1000, ours, baseline);
    for (const worker of workers) await worker.stop();
    return [
      ratio('sweep.idle', runs, { atMost: 1.5 }, `ms at ${manyRows} : ${fewRows} pending`),
      { name: 'sweep.idle time', value: runs.ours, unit: 'ms', bar: { atMost: 5 } },
    ];
  },
};
