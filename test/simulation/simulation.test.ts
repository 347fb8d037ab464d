import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** Each takes a minute on a quiet machine. */
const patience = 30 * 60_000;

test.each([
  { seed: 'n5', families: 40, deathPercent: 4, sleepPercent: 5 },
  // A letter was redirected while the mail server was away, and nobody could be told of it.
  { seed: 'q201.1', families: 25 },
])(
  'seed $seed: $families families live for three years: nothing is early, lost, doubled or another’s',
  async (given) => {
    const database = await cloneDatabase();
    try {
      const { faults, deliveries, counted } = await simulate({
        ...{ ...given, databaseUrl: database.url, years: 3 },
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
