/** A worker of its own process, which runs the sweep whenever it is asked and answers the milliseconds. */
import { sweepDueDeliveries } from '../server/features/delivery/deliveries/sweep.jobs.ts';
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
