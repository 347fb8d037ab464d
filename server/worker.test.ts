import { expect, test } from 'vitest';
import { startTestApp } from '../test/app.ts';
import * as jobList from './job-list.ts';
import type { Jobs } from './platform/jobs.ts';
import { startWorker, timersOf } from './worker.ts';

// A sweep that nobody calls is missed by no other test: each calls its own.

const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name).toSorted();
const definitions = Object.values(jobList);

test('every timer of the list beats, once', async () => {
  const { services } = await startTestApp();
  const listed = definitions.filter((definition) => 'everySeconds' in definition);
  expect(listed.length).toBeGreaterThan(0);
  expect(names(timersOf(services).map(([timer]) => timer))).toEqual(names(listed));
});

test('a beat of each does its work on an empty house', async () => {
  const { services } = await startTestApp();
  for (const [timer, beat] of timersOf(services)) await expect(beat(), timer.name).resolves.not.toThrow();
});

test('every job of the list has somebody who does it, once', async () => {
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
