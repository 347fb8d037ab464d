import { sql } from 'drizzle-orm';
import { askForAddress } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database.ts';
import { announceAll } from '../../../platform/events.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { finishSchedules } from './deliveries.ts';
import { type Change, lockMemories, lockPeople, resumePutRight } from './late-changes.ts';
import { settleOpenedMeanwhile } from './opened-meanwhile.ts';
import { asksForAddress, auditOf, changeOf, type Result } from './row-changes.ts';
import { dropWithdrawn } from './withdrawals.ts';

/**
 * Writes down what became of claimed deliveries, in one transaction with the schedules, the audit log and the follow-up
 * jobs. A result whose claim was lost meanwhile changes nothing: the later claim's word counts.
 */
export async function recordResults(db: Database, services: Services, results: Result[]): Promise<void> {
  if (results.length === 0) return;
  const now = services.clock.now();
  const expected = results.flatMap((result) => {
    const change = changeOf(result, now, services);
    return change ? [{ ...result, change }] : [];
  });
  await inTransaction(db, async (tx) => {
    // Memories, schedules, people, deliveries: whoever takes several of them takes them in this order.
    const memories = await lockMemories(tx, expected);
    await lockSchedules(tx, results);
    const addresses = await lockPeople(tx, expected);
    const changes = await settleOpenedMeanwhile(tx, expected);
    const arrived = new Set(changes.filter(isDelivered).map(({ delivery }) => delivery));
    const unsent = results.filter(({ delivery }) => !arrived.has(delivery));
    const lessened = await dropWithdrawn(tx, services, unsent);
    const held = await applyChanges(tx, changes, now);
    await recordAll(
      tx,
      now,
      held.flatMap((one) => auditOf(one, one.change, now)),
    );
    const furthered = held.filter(isDelivered).map(({ delivery }) => delivery.scheduleId);
    await finishSchedules(tx, services, new Set([...furthered, ...lessened]));
    await askForAddresses(tx, services, await resumePutRight(tx, services, held, { memories, addresses }));
    await announceAll(tx, new Set(results.map(({ delivery }) => delivery.userId)), ['schedules', 'stats']);
  });
}

function isDelivered({ change }: Change): boolean {
  return change.status === 'delivered';
}

/** Two people of one schedule may be finished at the same moment: whoever comes second must see the first. */
async function lockSchedules(tx: Tx, results: Result[]): Promise<void> {
  const ids = [...new Set(results.map(({ delivery }) => delivery.scheduleId))];
  await tx.execute(sql`
    select 1 from schedules where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`);
}

/** Answers those whose claim was still ours. */
async function applyChanges(tx: Tx, changes: Change[], now: Date): Promise<Change[]> {
  const at = now.toISOString();
  const rows = changes.map(({ change }) => ({ ...change, asks: asksForAddress(change.reason) }));
  const applied = await tx.execute<{ id: string }>(sql`
    update delivery_queue d set
      status = row.status, waiting_reason = row.reason, error_message = row.message,
      sent_to = coalesce(row."sentTo", d.sent_to),
      delivered_at = case when row.status = 'delivered' then ${at}::timestamptz end,
      attempt_after = coalesce(row."tryAgainAt", d.attempt_after),
      sweep_at = row."tryAgainAt",
      owner_to_ask_since = case when row.asks then ${at}::timestamptz end
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      id uuid, attempt int, status text, reason text, message text, "sentTo" text, "tryAgainAt" timestamptz, asks boolean
    )
    where d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
    returning d.id`);
  const ids = new Set(applied.rows.map(({ id }) => id));
  return changes.filter(({ delivery }) => ids.has(delivery.id));
}

async function askForAddresses(tx: Tx, { jobs }: Services, waiting: Change[]): Promise<void> {
  const refused = waiting.filter(({ change }) => asksForAddress(change.reason));
  await jobs.enqueue(
    tx,
    askForAddress,
    refused.map(({ delivery }) => ({ deliveryId: delivery.id })),
  );
}
