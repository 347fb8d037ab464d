import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Clock } from '../../server/platform/clock.ts';

export interface OffsetClock extends Clock {
  /** Sets the clock to `instant`; time passes normally from there. */
  jumpTo(instant: Date): void;
  /** Returns to the present. */
  reset(): void;
}

/**
 * Lets the product live through two years in a minute: the rows it writes really have the dates they show, and none is forged.
 */
export function createOffsetClock(): OffsetClock {
  let aheadMilliseconds = 0;
  const now = () => new Date(Date.now() + aheadMilliseconds);
  return {
    now,
    databaseNow: () => sql`${now().toISOString()}::timestamptz`,
    uptimeSeconds: () => now().getTime() / 1000,
    wait: (milliseconds) => delay(milliseconds),
    bootId: 'the two years of the demo data',
    jumpTo: (instant) => {
      aheadMilliseconds = instant.getTime() - Date.now();
    },
    reset: () => {
      aheadMilliseconds = 0;
    },
  };
}
