import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Each takes a quarter of a minute on a quiet machine. */
const patience = 20 * 60_000;

test.each([
  { seed: 'm1', deathPercent: 8, sleepPercent: 20 },
  { seed: 'n1', deathPercent: 4, sleepPercent: 5 },
])(
  'seed $seed: families live for eight years: nothing is early, lost, doubled or another’s',
  async (given) => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ ...given, databaseUrl: database.url, families: 4, years: 8 },
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
