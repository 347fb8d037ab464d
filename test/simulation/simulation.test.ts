import { expect, test } from 'vitest';
import { cloneDatabase } from '../database.ts';
import { simulate } from './simulation.ts';

/** About a minute and a half on a quiet machine. */
const patience = 30 * 60_000;
/** With it a guardian's "not yet" was forgotten while the account was being deleted. */
const seed = 't2.3';

test(
  'fifty families live for a year: nothing is early, lost, doubled or another’s',
  async () => {
    const database = await cloneDatabase();
    try {
      const options = { seed, families: 50, years: 1, databaseUrl: database.url };
      const { faults, deliveries, counted } = await simulate(options);
      expect(faults).toEqual([]);
      expect(deliveries).toBeGreaterThan(50);
      const happened = [
        'a process was killed',
        'a guardian said "not yet"',
        'an owner died',
        'a recipient declined',
      ];
      expect([...counted.keys()]).toEqual(expect.arrayContaining(happened));
    } finally {
      await database.drop();
    }
  },
  patience,
);
