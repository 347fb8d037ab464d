import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../platform/context.ts';
import { isDatabaseUnavailable } from '../../../platform/database.ts';
import { type ClaimedDelivery, claimDeliveries, keepLease, leaseSeconds, refreshSnapshots } from './claim.ts';
import { type Attempt, recordOutcomes } from './record-outcomes.ts';
import { sendDelivery } from './send-delivery.ts';

/** Deliveries of one batch that are sent in parallel. */
const sendsAtOnce = 10;
/** How long an outcome waits for others to share its transaction. */
const gatherMilliseconds = 50;

/**
 * Claims what is due of `ids`, sends it and records the outcomes. Outcomes are recorded while others are still being sent:
 * those that arrive during one write go into the next. A crash loses only the last moment, and mails share transactions.
 */
export async function deliverBatch(services: Services, ids: string[]): Promise<void> {
  const waiting = await retryWhileDatabaseIsDown(services, () => claimDeliveries(services, ids));
  const ended: Attempt[] = [];
  const faults: unknown[] = [];
  const allDone = new AbortController();
  let writing: Promise<void> | undefined;
  const write = async () => {
    await delay(gatherMilliseconds, undefined, { signal: allDone.signal }).catch(() => undefined);
    while (ended.length > 0) {
      const attempts = ended.splice(0);
      await retryWhileDatabaseIsDown(services, () => recordOutcomes(services, attempts)).catch((error) =>
        faults.push(error),
      );
    }
    writing = undefined;
  };
  const sendNext = async (): Promise<void> => {
    for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
      const attempt = await attemptDelivery(services, delivery, waiting);
      if (!attempt) continue;
      ended.push(attempt);
      writing ??= write();
    }
  };
  await Promise.all(Array.from({ length: sendsAtOnce }, sendNext));
  allDone.abort();
  await writing;
  if (faults.length > 0) throw faults[0];
}

/**
 * What was sent must be recorded, or it is sent again: while the database is down, a step is repeated for as long as the
 * lease lasts. Repeating is safe because every step checks that the claim still holds.
 */
async function retryWhileDatabaseIsDown<T>({ log }: Services, step: () => Promise<T>): Promise<T> {
  for (let seconds = 0; ; seconds++) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || seconds >= leaseSeconds) throw error;
      if (seconds === 0)
        log.warn({ err: error }, 'the database is down; deliveries in progress are waiting for it');
      await delay(1000);
    }
  }
}

/** Undefined when the lease was lost to another worker. */
async function attemptDelivery(
  services: Services,
  delivery: ClaimedDelivery,
  next: readonly ClaimedDelivery[],
): Promise<Attempt | undefined> {
  if (!(await retryWhileDatabaseIsDown(services, () => keepLease(services, delivery)))) {
    services.log.warn({ deliveryId: delivery.id }, 'a lease was lost before sending; nothing was sent');
    return undefined;
  }
  await retryWhileDatabaseIsDown(services, () => refreshSnapshots(services, [delivery, ...next]));
  return { delivery, outcome: await sendDelivery(services, delivery) };
}
