import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database.ts';
import { type ClaimedDelivery, claimDeliveries, keepLease } from './claim.ts';
import { handOver } from './hand-over.ts';
import { type Result, recordResults } from './outcomes.ts';

/** Hand-overs of one batch that run side by side. */
const handOversAtOnce = 10;

/**
 * Claims what is due of `ids`, hands it over and writes down what became of it. Results are written while others are
 * still on their way: all that came in during one write go into the next, so that a crash forgets only a moment.
 */
export async function deliverBatch(db: Database, services: Services, ids: string[]): Promise<void> {
  const waiting = await claimDeliveries(db, services, ids);
  const results: Result[] = [];
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (results.length > 0) await recordResults(db, services, results.splice(0));
    writing = undefined;
  };
  const handOverNext = async (): Promise<void> => {
    for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
      const result = await attempt(db, services, delivery);
      if (!result) continue;
      results.push(result);
      writing ??= write();
    }
  };
  await Promise.all(Array.from({ length: handOversAtOnce }, handOverNext));
  await writing;
}

/** Undefined when the lease was lost: somebody else has this delivery now. */
async function attempt(
  db: Database,
  services: Services,
  delivery: ClaimedDelivery,
): Promise<Result | undefined> {
  if (!(await keepLease(db, services, delivery))) {
    services.log.warn({ deliveryId: delivery.id }, 'a lease was lost before the hand-over; nothing was sent');
    return undefined;
  }
  return { delivery, outcome: await handOver(services, delivery) };
}
