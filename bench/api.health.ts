import { openEnvironment } from './environments.ts';
import { type Benchmark, interleave, ratio } from './harness.ts';
import { requestsPerSecond } from './load.ts';
import { startBareServer, startProduct } from './programs.ts';

const connections = 20;

export const apiHealth: Benchmark = {
  name: 'api.health',
  about: 'GET /healthz : bare Fastify',
  async run({ folder, fewRows, quick }) {
    const { dataDir } = await openEnvironment(folder, fewRows);
    const product = await startProduct({ DATA_DIR: dataDir });
    const bare = await startBareServer('bare-fastify.ts');
    const load = { connections, seconds: quick ? 1 : 3 };
    const ours = () => requestsPerSecond({ url: `${product.url}/healthz`, ...load });
    const baseline = () => requestsPerSecond({ url: `${bare.url}/`, ...load });
    await interleave(quick ? 1 : 3, ours, baseline); // until both are compiled
    const rates = await interleave(quick ? 1 : 4, ours, baseline);
    await bare.stop();
    await product.stop();
    return [ratio('api.health', rates, { atLeast: 0.6 }, `requests/s, ${connections} connections`)];
  },
};
