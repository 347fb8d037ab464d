import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, ratio } from './harness.ts';
import { startProduct } from './programs.ts';

export const startCold: Benchmark = {
  name: 'start.cold',
  about: 'process start to ready, the embedded database included: many rows : few',
  async run({ folder, fewRows, manyRows, quick }) {
    const many = await openEnvironment(folder, manyRows);
    const few = await openEnvironment(folder, fewRows);
    const ours = () => startAndStop(many.dataDir);
    const baseline = () => startAndStop(few.dataDir);
    const starts = await interleave(quick ? 2 : 7, ours, baseline);
    return [
      ratio('start.cold', starts, { atMost: 1.3 }, `ms at ${manyRows} : ${fewRows} rows`),
      { name: 'start.cold time', value: starts.ours / 1000, unit: 's', bar: { atMost: 3 } },
    ];
  },
};

/** Starts with neither the product nor its database running; ends when `/readyz` reports that all is well. */
async function startAndStop(dataDir: string): Promise<number> {
  const start = performance.now();
  const product = await startProduct({ DATA_DIR: dataDir });
  const took = performance.now() - start;
  await product.stop();
  return took;
}
