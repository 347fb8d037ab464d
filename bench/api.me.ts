import type { User } from '../shared/accounts/accounts.ts';
import { get, signIn } from './client.ts';
import { openEnvironment, withDatabase } from './environments.ts';
import { type Benchmark, interleave, ratio } from './harness.ts';
import { requestsPerSecond } from './load.ts';
import { startBareServer, startProduct } from './programs.ts';

const connections = 20;

export const apiMe: Benchmark = {
  name: 'api.me',
  about: 'GET profile with its session check : bare Fastify with one row read by key',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    return withDatabase(dataDir, async (_db, url) => {
      const product = await startProduct({ DATA_DIR: dataDir });
      const headers = await signIn(product.url);
      const { id } = await get<User>(`${product.url}/api/user/profile`, headers);
      const bare = await startBareServer('bare-fastify.ts', { DATABASE_URL: url, USER_ID: id });
      const load = { connections, seconds: quick ? 1 : 4 };
      const ours = () =>
        requestsPerSecond({ url: `${product.url}/api/user/profile`, headers: { ...headers }, ...load });
      const baseline = () => requestsPerSecond({ url: `${bare.url}/me`, ...load });
      await interleave(quick ? 1 : 3, ours, baseline); // until both are compiled
      const rates = await interleave(quick ? 1 : 4, ours, baseline);
      await bare.stop();
      await product.stop();
      return [ratio('api.me', rates, { atLeast: 0.6 }, `requests/s, ${connections} connections`)];
    });
  },
};
