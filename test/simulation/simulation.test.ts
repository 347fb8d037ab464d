import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Each takes a minute on a quiet machine. */
const patience = 30 * 60_000;

test.each([
  { seed: 'm1', deathPercent: 4, sleepPercent: 5 },
  { seed: 'n5', deathPercent: 4, sleepPercent: 5 },
])(
  'seed $seed: forty families live for three years: nothing is early, lost, doubled or another’s',
  async (given) => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ ...given, databaseUrl: database.url, families: 40, years: 3 },
      });
      expect(faults).toEqual([]);
      expect(deliveries).toBeGreaterThan(50);
      const happened = ['a process was killed', 'a mail was accepted and not recorded', 'an owner died'];
      expect([...counted.keys()]).toEqual(expect.arrayContaining(happened));
    } finally {
      await database.drop();
    }
  },
  patience,
);
