import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Each takes half a minute on a quiet machine. */
const patience = 20 * 60_000;

// Seeds that have found something stay here.
test.each([
  { seed: 'two', deathPercent: 4, sleepPercent: 20 },
  { seed: 'd2', deathPercent: 5, sleepPercent: 0 },
])(
  'seed $seed: families live for ten years: nothing is early, lost, doubled or another’s',
  async (given) => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ ...given, databaseUrl: database.url, families: 4, years: 10 },
      });
      expect(faults).toEqual([]);
      expect(deliveries).toBeGreaterThan(8);
      expect([...counted.keys()]).toContain('a process was killed');
    } finally {
      await database.drop();
    }
  },
  patience,
);
