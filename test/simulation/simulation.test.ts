import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Half a minute on a quiet machine. */
const patience = 20 * 60_000;

test(
  'families live for eight years: nothing is early, lost, doubled or another’s',
  async () => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ databaseUrl: database.url, seed: 'two', families: 3, years: 8, deathPercent: 4 },
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
