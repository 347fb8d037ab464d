import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { preparedOnce } from '../../../../platform/database.ts';
import { putJournalIn } from '../../../memories/legacy/legacy.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { keepGiven } from '../given/given.ts';

/**
 * Before deliveries are claimed, updates the book in letters that carry the journal. Returns the deliveries
 * for which that failed, which are retried later. Deliveries that have begun keep the book they brought.
 */
export async function refreshJournals(services: Services, ids: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>();
  const rows = await withJournals(services.db).execute({ ids });
  for (const [memoryId, deliveries] of Map.groupBy(rows, (row) => row.memoryId)) {
    try {
      await putJournalIn(services, { beforeChange: keepGiven }, memoryId);
    } catch (err) {
      services.log.warn({ err, memoryId }, 'the journal book of a letter could not be made yet');
      for (const { id } of deliveries) failed.add(id);
    }
  }
  return failed;
}

/** Prepared: every batch runs it, though a journal is rare. */
const withJournals = preparedOnce((db) =>
  db
    .select({ id: deliveryQueue.id, memoryId: memories.id })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .where(
      and(
        sql`${deliveryQueue.id} = any(${sql.placeholder('ids')}::uuid[])`,
        eq(deliveryQueue.status, 'pending'),
        isNull(deliveryQueue.memoryVersionId),
        isNotNull(memories.journalSince),
      ),
    )
    .prepare('deliveries_with_journals'),
);
