import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Each takes half a minute on a quiet machine. */
const patience = 20 * 60_000;

test.each([
  { seed: 'm1', deathPercent: 4, sleepPercent: 5 },
  { seed: 'n5', deathPercent: 4, sleepPercent: 5 },
])(
  'seed $seed: families live for six years: nothing is early, lost, doubled or another’s',
  async (given) => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ ...given, databaseUrl: database.url, families: 4, years: 6 },
      });
      expect(faults).toEqual([]);
      expect(deliveries).toBeGreaterThan(5);
      expect([...counted.keys()]).toContain('a process was killed');
    } finally {
      await database.drop();
    }
  },
  patience,
);
