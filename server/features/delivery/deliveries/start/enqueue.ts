import { type SQL, sql } from 'drizzle-orm';
import { deliver } from '../../../../job-list.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';

/**
 * Deliveries per job. The statements of a batch cost the same however many deliveries it has, so what falls
 * due at one instant goes in large batches; a smaller burst is spread over the handlers of a worker first.
 * Jobs run side by side, so larger ones would lose the order of what falls due one after the other.
 */
const deliveriesPerJob = { atLeast: 100, atMost: 250 };
/** A delivery whose job was lost with the queue or its worker is enqueued again after this time. */
export const requeueMinutes = 5;

/** When the sweep enqueues a delivery again that was enqueued at `now` and has not been sent. */
export function requeueTime(now: Date): Date {
  return minutesAfter(now, requeueMinutes);
}

/** Longer than the queue keeps a job that nobody takes. */
const firstJobDays = 15;

/**
 * SQL on `delivery_queue` alone: whether it is on its way. In the job enqueued at its creation it has no
 * `sweep_at` yet, since an index entry for each, never used, would cost a tenth of a burst;
 * `requeueLostDeliveries` gives one to those whose job was lost. Two indexes find them all.
 */
export function isUnderWay(now: SQL): SQL {
  const isInFirstJob = sql`sweep_at is null and status in ('pending', 'sending') and created_at > ${now} - make_interval(days => ${firstJobDays})`;
  return sql`(sweep_at is not null or ${isInFirstJob})`;
}

interface Ready {
  id: string;
  dueAt: Date | string;
  recipientId: string | null;
}

/**
 * Enqueues deliveries in `tx`. One that is enqueued again has a `sweep_at`, in case the job is lost. The
 * queue does not order the jobs of a transaction, so each job gets a priority by its due time: what has been
 * due longest goes first, even before jobs that are already waiting.
 */
export async function enqueueDeliveries(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  ready: readonly Ready[],
): Promise<void> {
  if (ready.length === 0) return;
  const batches = inBatches(ready);
  const payloads = batches.map((batch) => ({ deliveryIds: batch.map(({ id }) => id) }));
  await jobs.enqueue(tx, deliver, payloads, { priorities: batches.map(priorityOf) });
}

/** Deliveries that may go in one message are in one batch, at the place of the first; if there are too many, in several. */
function inBatches(ready: readonly Ready[]): Ready[][] {
  const { atLeast, atMost } = deliveriesPerJob;
  const largest = Math.min(Math.max(Math.ceil(ready.length / deliver.concurrency), atLeast), atMost);
  const batches: [Ready, ...Ready[]][] = [];
  for (const together of [...Map.groupBy(ready, messageOf).values()].flatMap(inParts)) {
    const [next, ...others] = together;
    if (!next) continue;
    const batch = batches.at(-1);
    const size = batch && dueMilliseconds(batch[0]) === dueMilliseconds(next) ? largest : atLeast;
    if (batch && batch.length + others.length < size) batch.push(...together);
    else batches.push([next, ...others]);
  }
  return batches;
}

function inParts(together: readonly Ready[]): Ready[][] {
  const { atMost } = deliveriesPerJob;
  const count = Math.ceil(together.length / atMost);
  return Array.from({ length: count }, (_, n) => together.slice(n * atMost, (n + 1) * atMost));
}

function messageOf({ id, recipientId, dueAt }: Ready): string {
  return recipientId ? `${recipientId} ${new Date(dueAt).getTime()}` : id;
}

function priorityOf(batch: readonly Ready[]): number {
  return -Math.floor(Math.min(...batch.map(dueMilliseconds)) / 60_000);
}

function dueMilliseconds({ dueAt }: Ready): number {
  return new Date(dueAt).getTime();
}
