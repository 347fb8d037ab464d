/** A worker process that runs the sweep on request and replies with the milliseconds it took. */
import { sweepDueDeliveries } from '../server/features/delivery/deliveries/start/sweep.jobs.ts';
import { readConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';
import { milliseconds } from './harness.ts';

const config = readConfig(process.env);
const { services, close } = await openServices(config, createLog('error'));

process.on('message', async () => {
  const took = await milliseconds(() => sweepDueDeliveries(services));
  process.send?.(took);
});
process.on('SIGTERM', async () => {
  await close(1);
  process.exit();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
