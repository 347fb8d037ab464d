import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { Change } from './late-changes.ts';
import { canArriveUnanswered } from './row-changes.ts';

/**
 * Makes delivered of those whose link was opened while they were on their way, where this mail, or the one of an earlier
 * try, went to the address that is still the right one: whoever opened it has it, whatever the mail server said. The
 * caller has locked the schedules, as whoever opens a link does, so that one of the two sees the other.
 */
export async function settleOpenedMeanwhile(tx: Tx, changes: Change[]): Promise<Change[]> {
  const unsure = changes.filter(({ delivery, change }) => !delivery.wasOpened && canArriveUnanswered(change));
  if (unsure.length === 0) return changes;
  const opened = await tx.execute<{ id: string }>(sql`
    select d.id from delivery_queue d
    join json_to_recordset(${JSON.stringify(unsure.map(({ change }) => change))}::json) as row (
      id uuid, attempt int, "sentTo" text
    ) on d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
    join recipients r on r.id = d.recipient_id
    where d.opened_at is not null and coalesce(row."sentTo", d.sent_to) = coalesce(r.email, r.phone)`);
  const ids = new Set(opened.rows.map(({ id }) => id));
  return changes.map((one) =>
    ids.has(one.delivery.id) ? { ...one, change: { ...one.change, ...delivered } } : one,
  );
}

const delivered = { status: 'delivered', reason: null, message: null, tryAgainAt: null } as const;
