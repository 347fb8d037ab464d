import { hash } from '@node-rs/argon2';
import { signIn } from './client.ts';
import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, median, milliseconds, ratio } from './harness.ts';
import { startProduct } from './programs.ts';
import { keeper } from './seed.ts';

/** The cost at which the product hashes passwords, spelled out, so that a cheaper hash there would show here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const starts = 5;

export const authLogin: Benchmark = {
  name: 'auth.login',
  about: 'time of POST login : one argon2id hash',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const all = { ours: [] as number[], baseline: [] as number[] };
    for (let start = 0; start < (quick ? 1 : starts); start++) {
      const times = await timeSignIns(dataDir, quick ? 20 : 100);
      all.ours.push(...times.ours);
      all.baseline.push(...times.baseline);
    }
    const [ours, baseline] = [median(all.ours), median(all.baseline)];
    return [ratio('auth.login', { ours, baseline }, { atMost: 1.4 }, 'ms')];
  },
};

/** Uses a new process each time: the time for a hash varies by a tenth from one process to the next. */
async function timeSignIns(dataDir: string, rounds: number) {
  const product = await startProduct({ DATA_DIR: dataDir });
  const ours = () => milliseconds(() => signIn(product.url));
  const baseline = () => milliseconds(() => hash(keeper.password, cost));
  await interleave(20, ours, baseline);
  const { all } = await interleave(rounds, ours, baseline);
  await product.stop();
  return all;
}
