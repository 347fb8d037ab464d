import { sql } from 'drizzle-orm';
import { askForAddress } from '../../job-list.ts';
import type { Services } from '../../platform/context.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database.ts';
import { announceAll } from '../../platform/events.ts';
import { type AuditEntry, recordAll } from '../audit/audit.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { WaitingReason } from './deliveries.table.ts';
import { finishSchedules } from './deliveries.ts';
import type { Outcome } from './hand-over.ts';
import { nextAttempt } from './retries.ts';

export interface Result {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/** What a row becomes; null leaves a column empty. */
interface RowChange {
  id: string;
  attempt: number;
  status: 'delivered' | 'waiting' | 'pending' | 'failed';
  reason: string | null;
  message: string | null;
  sentTo: string | null;
  tryAgainAt: string | null;
}

/**
 * Writes down what became of claimed deliveries, in one transaction with the schedules, the audit log and the follow-up
 * jobs. A result whose claim was lost meanwhile changes nothing: the later claim's word counts.
 */
export async function recordResults(db: Database, services: Services, results: Result[]): Promise<void> {
  if (results.length === 0) return;
  const now = services.clock.now();
  const changes = new Map(results.map((result) => [result.delivery.id, changeOf(result, now, services)]));
  await inTransaction(db, async (tx) => {
    await lockSchedules(tx, results);
    const applied = await applyChanges(tx, [...changes.values()], now);
    const held = results.filter(({ delivery }) => applied.has(delivery.id));
    await recordAll(
      tx,
      now,
      held.flatMap((result) => auditOf(result, changes.get(result.delivery.id))),
    );
    const delivered = held.filter(({ outcome }) => outcome.kind === 'delivered');
    await finishSchedules(tx, services, new Set(delivered.map(({ delivery }) => delivery.scheduleId)));
    await askForAddresses(tx, services, held);
    await announceAll(tx, new Set(held.map(({ delivery }) => delivery.userId)), ['schedules', 'stats']);
  });
}

function changeOf({ delivery, outcome }: Result, now: Date, { random }: Services): RowChange {
  const base = {
    id: delivery.id,
    attempt: delivery.attempt,
    reason: null,
    message: null,
    sentTo: null,
    tryAgainAt: null,
  };
  switch (outcome.kind) {
    case 'delivered':
      return { ...base, status: 'delivered', sentTo: outcome.sentTo };
    case 'waiting':
      return {
        ...base,
        status: 'waiting',
        reason: outcome.reason,
        message: storable(outcome.message ?? null),
      };
    case 'failed':
      return { ...base, status: 'failed', message: storable(outcome.message) };
    case 'later': {
      const tries = { count: delivery.attempt, first: delivery.firstAttempt, unknown: outcome.unknown };
      const again = nextAttempt(tries, now, random);
      if (!again) return { ...base, status: 'failed', message: storable(outcome.message) };
      return {
        ...base,
        status: 'pending',
        message: storable(outcome.message),
        tryAgainAt: again.toISOString(),
      };
    }
  }
}

/** A mail server may answer anything: what a database cannot hold would keep the whole batch from being written down. */
function storable(message: string | null): string | null {
  return message === null ? null : message.replaceAll('\0', '').toWellFormed();
}

/** Two people of one schedule may be finished at the same moment: whoever comes second must see the first. */
async function lockSchedules(tx: Tx, results: Result[]): Promise<void> {
  const ids = [...new Set(results.map(({ delivery }) => delivery.scheduleId))];
  await tx.execute(sql`
    select 1 from schedules where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`);
}

async function applyChanges(tx: Tx, changes: RowChange[], now: Date): Promise<Set<string>> {
  const at = now.toISOString();
  const applied = await tx.execute<{ id: string }>(sql`
    update delivery_queue d set
      status = row.status, waiting_reason = row.reason, error_message = row.message,
      sent_to = coalesce(row."sentTo", d.sent_to),
      delivered_at = case when row.status = 'delivered' then ${at}::timestamptz end,
      attempt_after = coalesce(row."tryAgainAt", d.attempt_after),
      sweep_at = row."tryAgainAt"
    from json_to_recordset(${JSON.stringify(changes)}::json) as row (
      id uuid, attempt int, status text, reason text, message text, "sentTo" text, "tryAgainAt" timestamptz
    )
    where d.id = row.id and d.attempt_count = row.attempt and d.status = 'sending'
    returning d.id`);
  return new Set(applied.rows.map((row) => row.id));
}

function auditOf({ delivery, outcome }: Result, change: RowChange | undefined): AuditEntry[] {
  const entry = (action: AuditEntry['action'], details: AuditEntry['details'] = {}): AuditEntry => ({
    action,
    actor: 'system',
    userId: delivery.userId,
    subjectId: delivery.id,
    details: { attempt: delivery.attempt, ...details },
  });
  switch (change?.status) {
    case 'delivered':
      return [
        entry('delivery.delivered'),
        ...(delivery.outcomeUnknown ? [entry('delivery.outcome-resolved')] : []),
      ];
    case 'waiting':
      return [entry('delivery.waiting', { reason: change.reason })];
    case 'failed':
      return [entry('delivery.failed')];
    case 'pending': {
      const unknown = outcome.kind === 'later' && outcome.unknown;
      return [
        entry(unknown ? 'delivery.outcome-unknown' : 'delivery.retried-later', { at: change.tryAgainAt }),
      ];
    }
    default:
      return [];
  }
}

const addressReasons: ReadonlySet<WaitingReason> = new Set(['no_address', 'bad_address']);

async function askForAddresses(tx: Tx, { jobs }: Services, held: Result[]): Promise<void> {
  const refused = held.filter(
    ({ outcome }) => outcome.kind === 'waiting' && addressReasons.has(outcome.reason),
  );
  await jobs.enqueue(
    tx,
    askForAddress,
    refused.map(({ delivery }) => ({ deliveryId: delivery.id })),
  );
}
