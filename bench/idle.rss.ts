import { setTimeout as wait } from 'node:timers/promises';
import { openEnvironment } from './environments.ts';
import { type Benchmark, median } from './harness.ts';
import { residentBytesOfTree } from './memory.ts';
import { startProduct } from './programs.ts';

const settlingSeconds = 15;
const megabyte = 1_000_000;

export const idleRss: Benchmark = {
  name: 'idle.rss',
  about: 'memory of a server and worker that nobody asks for anything, without PostgreSQL',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const sizes: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const product = await startProduct({ DATA_DIR: dataDir });
      await wait(settlingSeconds * 1000);
      sizes.push((await residentBytesOfTree(product.pid)) / megabyte);
      await product.stop();
    }
    return [
      {
        name: 'idle.rss',
        value: median(sizes),
        unit: 'MB',
        bar: { atMost: 170 },
        details: `${settlingSeconds} s after the start, ${sizes.map(Math.round).join(', ')}`,
      },
    ];
  },
};
