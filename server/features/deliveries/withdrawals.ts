import { sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { settleWithdrawn } from '../schedules/schedules.ts';
import type { Result } from './row-changes.ts';

/**
 * Removes deliveries that were on their way when their person was removed or their memory deleted, and that did not go
 * out; their schedules become what they would be without them. The caller has locked the schedules, so that nobody
 * withdraws anything between this look and the commit. Answers the schedules that may be finished now.
 */
export async function dropWithdrawn(tx: Tx, services: Services, unsent: Result[]): Promise<string[]> {
  if (unsent.length === 0) return [];
  const claims = unsent.map(({ delivery: { id, attempt } }) => ({ id, attempt }));
  const dropped = await tx.execute<{ scheduleId: string }>(sql`
    delete from delivery_queue d
    using schedules s, json_to_recordset(${JSON.stringify(claims)}::json) as row (id uuid, attempt int)
    where d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
      and s.id = d.schedule_id and (d.recipient_id is null or s.memory_id is null)
    returning d.schedule_id as "scheduleId"`);
  const scheduleIds = [...new Set(dropped.rows.map(({ scheduleId }) => scheduleId))];
  await settleWithdrawn(tx, services, scheduleIds);
  return scheduleIds;
}
