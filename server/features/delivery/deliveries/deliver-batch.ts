import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../platform/context.ts';
import { type Database, isDatabaseUnavailable } from '../../../platform/database.ts';
import { type ClaimedDelivery, claimDeliveries, keepLease, leaseSeconds, refreshTruths } from './claim.ts';
import { handOver } from './hand-over.ts';
import { recordResults } from './outcomes.ts';
import type { Result } from './row-changes.ts';

/** Hand-overs of one batch that run side by side. */
const handOversAtOnce = 10;
/** Results wait at most so long for company before they are written down. */
const gatherMilliseconds = 50;

/**
 * Claims what is due of `ids`, hands it over and writes down what became of it. Results are written while others are
 * still on their way: all that came in during a moment or during one write go into the next, so that a crash forgets
 * only that moment, and a mail does not cost a transaction.
 */
export async function deliverBatch(db: Database, services: Services, ids: string[]): Promise<void> {
  const waiting = await patiently(services, () => claimDeliveries(db, services, ids));
  const results: Result[] = [];
  const faults: unknown[] = [];
  const allDone = new AbortController();
  let writing: Promise<void> | undefined;
  const write = async () => {
    await delay(gatherMilliseconds, undefined, { signal: allDone.signal }).catch(() => undefined);
    while (results.length > 0) {
      const written = results.splice(0);
      await patiently(services, () => recordResults(db, services, written)).catch((error) =>
        faults.push(error),
      );
    }
    writing = undefined;
  };
  const handOverNext = async (): Promise<void> => {
    for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
      const result = await attempt(db, services, delivery, waiting);
      if (!result) continue;
      results.push(result);
      writing ??= write();
    }
  };
  await Promise.all(Array.from({ length: handOversAtOnce }, handOverNext));
  allDone.abort();
  await writing;
  if (faults.length > 0) throw faults[0];
}

/**
 * What was sent has to be written down, or it is sent again: a database that is away for a moment is waited for, as long
 * as the lease lasts. Both steps may be repeated, since they change only what nobody has changed since.
 */
async function patiently<T>({ log }: Services, step: () => Promise<T>): Promise<T> {
  for (let seconds = 0; ; seconds++) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || seconds >= leaseSeconds) throw error;
      if (seconds === 0) log.warn({ err: error }, 'the database is away; deliveries in progress wait for it');
      await delay(1000);
    }
  }
}

/** Undefined when the lease was lost: somebody else has this delivery now. */
async function attempt(
  db: Database,
  services: Services,
  delivery: ClaimedDelivery,
  next: readonly ClaimedDelivery[],
): Promise<Result | undefined> {
  if (!(await patiently(services, () => keepLease(db, services, delivery)))) {
    services.log.warn({ deliveryId: delivery.id }, 'a lease was lost before the hand-over; nothing was sent');
    return undefined;
  }
  await patiently(services, () => refreshTruths(db, services, [delivery, ...next]));
  return { delivery, outcome: await handOver(services, delivery) };
}
