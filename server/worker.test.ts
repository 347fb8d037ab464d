import { expect, test } from 'vitest';
import { startTestApp } from '../test/app.ts';
import { catchUpAfterRestores } from './features/delivery/deliveries/start/catch-up.ts';
import { requeueLostDeliveries } from './features/delivery/deliveries/start/sweep.jobs.ts';
import * as jobList from './job-list.ts';
import { mailHandlers } from './mail-handlers.ts';
import type { Services } from './platform/context.ts';
import type { Jobs } from './platform/jobs.ts';
import { actEffects } from './wiring.ts';
import { startWorker, timersOf } from './worker.ts';

// No other test would notice a sweep that nothing calls: each test calls its own sweep.

const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name).toSorted();
const repairs = (services: Services) => ({
  catchUp: catchUpAfterRestores(services, mailHandlers, actEffects),
  requeueLost: requeueLostDeliveries(services),
});
const watch = { agrees: async () => true };
const definitions = Object.values(jobList);

test('every timer in the list runs, once', async () => {
  const { services } = await startTestApp();
  const listed = definitions.filter((definition) => 'everySeconds' in definition);
  expect(listed.length).toBeGreaterThan(0);
  expect(names(timersOf(services, watch, repairs(services)).map(([timer]) => timer))).toEqual(names(listed));
});

test('each timer run succeeds on an empty database', async () => {
  const { services } = await startTestApp();
  for (const [timer, run] of timersOf(services, watch, repairs(services)))
    await expect(run(), timer.name).resolves.not.toThrow();
});

test('every job in the list has exactly one handler', async () => {
  const { services } = await startTestApp();
  const taken: { name: string }[] = [];
  const work: Jobs['work'] = async (job) => {
    taken.push(job);
  };
  const worker = await startWorker({ ...services, jobs: { ...services.jobs, work } });
  await worker.stop();
  const listed = definitions.filter((definition) => 'payload' in definition);
  expect(listed.length).toBeGreaterThan(0);
  expect(names(taken)).toEqual(names(listed));
});
