import { and, asc, isNull, lt } from 'drizzle-orm';
import { checkMemory } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { memories } from './memories.table.ts';

const overdueMinutes = 5;
const batchSize = 200;

/**
 * Enqueues the check of memories that have waited for it too long: their job was lost with the queue, or gave up while the
 * malware scanner was down. Does nothing while any check is queued or running.
 */
export async function recheckMemories({ db, jobs, clock }: Services): Promise<number> {
  if ((await jobs.backlog(checkMemory)) > 0) return 0;
  return await inTransaction(db, async (tx) => {
    const waiting = await tx
      .select({ memoryId: memories.id, revision: memories.revision })
      .from(memories)
      .where(
        and(isNull(memories.checkedAt), lt(memories.updatedAt, minutesAfter(clock.now(), -overdueMinutes))),
      )
      .orderBy(asc(memories.createdAt))
      .limit(batchSize);
    await jobs.enqueue(tx, checkMemory, waiting);
    return waiting.length;
  });
}
