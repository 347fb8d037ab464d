import { and, asc, isNull, lt } from 'drizzle-orm';
import { checkMemory } from '../../../job-list.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { requeueLost } from '../../../platform/jobs.ts';
import { memories } from './memories.table.ts';

const overdueMinutes = 5;
const batchSize = 200;

/**
 * Enqueues the check of memories that have waited for it too long: their job was lost with the queue, or gave up while the
 * malware scanner was down.
 */
export function recheckMemories(services: Services): Promise<number> {
  const overdue = minutesAfter(services.clock.now(), -overdueMinutes);
  return requeueLost(services, checkMemory, (tx) =>
    tx
      .select({ memoryId: memories.id, revision: memories.revision })
      .from(memories)
      .where(and(isNull(memories.checkedAt), lt(memories.updatedAt, overdue)))
      .orderBy(asc(memories.createdAt))
      .limit(batchSize),
  );
}
