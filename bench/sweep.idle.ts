import { once } from 'node:events';
import { type Benchmark, interleave, rounded } from './harness.ts';
import { ask, startProgram } from './programs.ts';
import { openWorld } from './worlds.ts';

export const sweepIdle: Benchmark = {
  name: 'sweep.idle',
  about: 'one beat of the sweep with nothing due: many pending schedules : few',
  async run({ folder, fewRows, manyRows, quick }) {
    const workers = [];
    for (const rows of [manyRows, fewRows]) {
      const { dataDir } = await openWorld(folder, rows);
      const worker = startProgram('bench/sweep.child.ts', { DATA_DIR: dataDir });
      await once(worker.process, 'message');
      workers.push(worker);
    }
    const [many, few] = workers;
    if (!many || !few) throw new Error('Two worlds are needed');
    const ours = () => ask<number>(many, { beat: true });
    const baseline = () => ask<number>(few, { beat: true });
    await interleave(100, ours, baseline);
    const beats = await interleave(quick ? 100 : 1000, ours, baseline);
    for (const worker of workers) await worker.stop();
    return [
      {
        name: 'sweep.idle',
        value: beats.ours / beats.baseline,
        unit: 'ratio',
        bar: { atMost: 1.5 },
        details: `${rounded(beats.ours)} ms at ${manyRows} pending : ${rounded(beats.baseline)} ms at ${fewRows}`,
      },
      { name: 'sweep.idle time', value: beats.ours, unit: 'ms', bar: { atMost: 5 } },
    ];
  },
};
