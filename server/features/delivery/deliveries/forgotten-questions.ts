import { and, asc, gt, lt } from 'drizzle-orm';
import { askForAddress } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { deliveryQueue } from './deliveries.table.ts';

const patienceMinutes = 60;
/** An owner whom no mail reaches for so long sees it in the list of what is to be delivered. */
const askedForDays = 7;
const questionsPerBeat = 1_000;

/**
 * Enqueues the questions for an address that were lost with the queue. While any such job waits or runs, none is lost,
 * and nothing is done.
 */
export async function askForgottenOwners({ db, jobs, clock }: Services): Promise<void> {
  if ((await jobs.backlog(askForAddress)) > 0) return;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const unasked = await tx
      .select({ deliveryId: deliveryQueue.id })
      .from(deliveryQueue)
      .where(
        and(
          lt(deliveryQueue.ownerToAskSince, minutesAfter(now, -patienceMinutes)),
          gt(deliveryQueue.ownerToAskSince, minutesAfter(now, -askedForDays * 24 * 60)),
        ),
      )
      .orderBy(asc(deliveryQueue.ownerToAskSince))
      .limit(questionsPerBeat);
    await jobs.enqueue(tx, askForAddress, unasked);
  });
}
