import { hash } from '@node-rs/argon2';
import { signIn } from './client.ts';
import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, milliseconds, rounded } from './harness.ts';
import { startProduct } from './programs.ts';
import { keeper } from './seed.ts';

/** The cost with which the product hashes passwords, spelled out, so that a cheaper hash there would show here. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const authLogin: Benchmark = {
  name: 'auth.login',
  about: 'time of POST login : one argon2id hash',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const product = await startProduct({ DATA_DIR: dataDir });
    const ours = () => milliseconds(() => signIn(product.url));
    const baseline = () => milliseconds(() => hash(keeper.password, cost));
    await interleave(20, ours, baseline);
    const times = await interleave(quick ? 20 : 200, ours, baseline);
    await product.stop();
    return [
      {
        name: 'auth.login',
        value: times.ours / times.baseline,
        unit: 'ratio',
        bar: { atMost: 1.4 },
        details: `${rounded(times.ours)} : ${rounded(times.baseline)} ms`,
      },
    ];
  },
};
