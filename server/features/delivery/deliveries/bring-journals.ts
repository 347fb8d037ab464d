import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { preparedOnce } from '../../../platform/database.ts';
import { putJournalIn } from '../../memories/legacy/legacy.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { keepGiven } from './given-versions.ts';

/**
 * Before deliveries are claimed: letters that carry the journal get its book of today. Answers the deliveries for which that
 * did not work, which are tried again later. What has begun keeps the book that it brought.
 */
export async function bringJournals(services: Services, ids: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>();
  const rows = await withJournals(services.db).execute({ ids });
  for (const [memoryId, deliveries] of Map.groupBy(rows, (row) => row.memoryId)) {
    try {
      await putJournalIn(services, { beforeChange: keepGiven }, memoryId);
    } catch (err) {
      services.log.warn({ err, memoryId }, 'a journal could not be put in with its letter yet');
      for (const { id } of deliveries) failed.add(id);
    }
  }
  return failed;
}

/** Prepared: every batch asks, and hardly ever is there one. */
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
