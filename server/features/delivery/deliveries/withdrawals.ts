import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type AuditEntry, recordAll } from '../../system/audit/audit.ts';
import { settleWithdrawn } from '../schedules/schedules.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { isUnanswered, type Result, unansweredAt } from './row-changes.ts';

/**
 * Removes deliveries that were on their way when their person was removed or their memory deleted, and that did not go
 * out; their schedules become what they would be without them. What may have arrived before the memory was deleted is
 * kept. The caller has locked the schedules, so that nobody withdraws anything between this look and the commit. Answers
 * the schedules that may be finished now.
 */
export async function dropWithdrawn(tx: Tx, services: Services, unsent: Result[]): Promise<string[]> {
  if (unsent.length === 0) return [];
  await keepWhatMayHaveArrived(tx, services, unsent);
  const dropped = await tx.execute<{ scheduleId: string }>(sql`
    delete from delivery_queue d
    using schedules s, ${claimsOf(unsent)}
    where d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
      and s.id = d.schedule_id and (d.recipient_id is null or s.memory_id is null)
    returning d.schedule_id as "scheduleId"`);
  const scheduleIds = [...new Set(dropped.rows.map(({ scheduleId }) => scheduleId))];
  await settleWithdrawn(tx, services, scheduleIds);
  return scheduleIds;
}

/** Whoever has the link reads that the memory was taken back. */
async function keepWhatMayHaveArrived(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  unsent: Result[],
): Promise<void> {
  const reason: WaitingReason = 'memory_withdrawn';
  const kept = await tx.execute<{ id: string }>(sql`
    update delivery_queue d set status = 'waiting', waiting_reason = ${reason}, error_message = null,
      sent_to = coalesce(row."sentTo", d.sent_to), sweep_at = null, owner_to_ask_since = null
    from schedules s, ${claimsOf(unsent)}
    where d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
      and s.id = d.schedule_id and s.memory_id is null and coalesce(row."sentTo", d.sent_to) is not null
    returning d.id`);
  const ids = new Set(kept.rows.map(({ id }) => id));
  const entries = unsent
    .filter(({ delivery }) => ids.has(delivery.id))
    .flatMap(({ delivery: { id, userId, attempt }, outcome }): AuditEntry[] => {
      const entry = { actor: 'system', userId, subjectId: id };
      return [
        ...(isUnanswered(outcome)
          ? [{ ...entry, action: 'delivery.outcome-unknown', details: { attempt, at: null } } as const]
          : []),
        { ...entry, action: 'delivery.waiting', details: { attempt, reason } },
      ];
    });
  await recordAll(tx, clock.now(), entries);
}

function claimsOf(unsent: Result[]) {
  const claims = unsent.map((result) => ({
    id: result.delivery.id,
    attempt: result.delivery.attempt,
    sentTo: unansweredAt(result),
  }));
  return sql`json_to_recordset(${JSON.stringify(claims)}::json) as row (id uuid, attempt int, "sentTo" text)`;
}
