import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { type Outcome, type SimulationOptions, simulate } from './simulation.ts';

async function live(options: Pick<SimulationOptions, 'seed' | 'families' | 'years'>): Promise<Outcome> {
  const database = await cloneDatabase();
  try {
    return await simulate({ ...options, databaseUrl: database.url });
  } finally {
    await database.drop();
  }
}

test('families live for twenty years: nothing is early, lost, doubled or another’s', async () => {
  const { faults, deliveries, counted } = await live({ seed: 'every day', families: 4, years: 20 });
  expect(faults).toEqual([]);
  expect(deliveries).toBeGreaterThan(5);
  expect([...counted.keys()]).toContain('a process was killed');
});

test('a seed makes the same again', async () => {
  const once = await live({ seed: 'again', families: 1, years: 6 });
  const again = await live({ seed: 'again', families: 1, years: 6 });
  expect(again.story).toEqual(once.story);
  expect(again.trace).toBe(once.trace);
});
