import { deliver } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';

/** Deliveries in one job: enough to spare the queue, few enough to share a burst among workers. */
const deliveriesPerJob = 100;
/** A delivery whose job was lost with the queue, or its worker in the middle of it, is looked at again after this. */
const rescueMinutes = 5;

/** When the sweep looks again at what is enqueued at `now`. */
export function rescueTime(now: Date): Date {
  return minutesAfter(now, rescueMinutes);
}

/** A delivery for the queue, with the instant at which it fell due. */
interface Ready {
  id: string;
  dueAt: Date | string;
}

/**
 * Enqueues deliveries as part of `tx`; their `sweep_at` is set already, in case the job is lost. The queue keeps no order
 * among jobs of one transaction: each has a priority by how long it has been due, and the longest goes first, also
 * before what waits already.
 */
export async function enqueueDeliveries(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  ready: readonly Ready[],
): Promise<void> {
  if (ready.length === 0) return;
  const batches = inBatches(ready, deliveriesPerJob);
  const payloads = batches.map((batch) => ({ deliveryIds: batch.map(({ id }) => id) }));
  await jobs.enqueue(tx, deliver, payloads, { priorities: batches.map(priorityOf) });
}

function priorityOf(batch: readonly Ready[]): number {
  return -Math.min(...batch.map(({ dueAt }) => Math.floor(new Date(dueAt).getTime() / 60_000)));
}

export function inBatches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
