import { sql } from 'drizzle-orm';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { agreedNow } from '../../../platform/database-time.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { isHeld } from '../holds/holds.ts';
import { readSnapshots, type Snapshot } from './snapshots.ts';

export const leaseSeconds = 10 * 60;
/** Sending starts only with this much of the lease left: longer than any transport may take. */
export const sendSeconds = 6 * 60;
/** A snapshot older than this is read again before sending. */
const snapshotSeconds = 1;

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery extends Snapshot {
  id: string;
  /** The fencing token: once a later claim has a higher number, this claim must not write anything. */
  attempt: number;
  leaseUntil: Date;
  /** An earlier attempt may have reached the recipient: its worker vanished, or the mail server's answer was lost. */
  outcomeUnknown: boolean;
  /** Its link was opened before this attempt, which says nothing about this attempt's mail. */
  wasOpened: boolean;
  unansweredMails: number;
  readAt: Date;
}

interface ClaimRow extends Record<string, unknown> {
  id: string;
  attempt: number;
  wasSending: boolean;
  outcomeUnknown: boolean;
  wasOpened: boolean;
  unansweredMails: number;
}

/**
 * Claims those of `ids` that are due, not leased to another worker, and whose owner has not asked to delete their account;
 * nothing while deliveries are held or the clock of this process differs from the database's.
 * The claiming statement repeats the due condition, so nothing is sent early or twice, and work lost in a crash is claimed
 * again only after its lease has ended.
 */
export async function claimDeliveries(services: Services, ids: string[]): Promise<ClaimedDelivery[]> {
  const { db, clock } = services;
  const now = clock.now();
  const leaseUntil = secondsAfter(now, leaseSeconds);
  const claims = await inTransaction(db, async (tx) => {
    const rows = await takeLeases(tx, services, ids, now, leaseUntil);
    if (rows.length === 0) await leaveToSweep(tx, services, ids);
    const unknown = rows.filter((row) => row.wasSending);
    await recordAll(
      tx,
      now,
      unknown.map((row) => ({ action: 'delivery.outcome-unknown', actor: 'system', subjectId: row.id })),
    );
    return rows;
  });
  const snapshots = await readSnapshots(
    db,
    claims.map(({ id }) => id),
  );
  return claims
    .flatMap(({ wasSending, ...claim }) => {
      const snapshot = snapshots.get(claim.id);
      return snapshot ? [{ ...claim, ...snapshot, leaseUntil, readAt: now }] : [];
    })
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

/**
 * Also clears the marks of edits: the snapshot read next includes them. Waits for a row that is locked, by an edit for
 * instance: one that was skipped would be sent minutes late.
 */
async function takeLeases(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  ids: string[],
  now: Date,
  leaseUntil: Date,
): Promise<ClaimRow[]> {
  const at = now.toISOString();
  const until = leaseUntil.toISOString();
  const agreed = agreedNow(clock);
  const taken = await tx.execute<ClaimRow>(sql`
    with due as (
      select id, status from delivery_queue
      where id = any(${sql.param(ids)}::uuid[]) and status in ('pending', 'sending')
        and attempt_after <= ${agreed} and due_at <= ${agreed}
        and not ${isHeld}
        and not exists (select 1 from users u where u.id = user_id and u.deletion_requested_at is not null)
      order by id for update
    )
    update delivery_queue d
    set status = 'sending', attempt_count = attempt_count + 1, last_attempt = ${at},
      first_attempt = coalesce(first_attempt, ${at}), attempt_after = ${until},
      outcome_unknown_at = case when due.status = 'sending' then ${at}::timestamptz else outcome_unknown_at end,
      address_changed_at = null, memory_approved_at = null
    from due where d.id = due.id
    returning d.id, d.attempt_count as attempt, due.status = 'sending' as "wasSending", d.opened_at is not null as "wasOpened",
      d.outcome_unknown_at is not null as "outcomeUnknown", d.unanswered_mails as "unansweredMails"`);
  return taken.rows;
}

/**
 * While deliveries are held, or the clock of this process is wrong, a job ends without having done its work: the next sweep
 * that may enqueues it again.
 */
async function leaveToSweep(tx: Tx, { clock }: Pick<Services, 'clock'>, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update delivery_queue set sweep_at = attempt_after
    where id = any(${sql.param(ids)}::uuid[]) and status in ('pending', 'sending')
      and (${isHeld} or ${agreedNow(clock)} is null)`);
}

/**
 * Re-reads snapshots that have become too old, so that an address corrected while the rest of the batch was being sent is
 * the one that is used.
 */
export async function refreshSnapshots(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  deliveries: readonly ClaimedDelivery[],
): Promise<void> {
  const readAt = clock.now();
  const outdated = deliveries.filter((delivery) => secondsAfter(delivery.readAt, snapshotSeconds) < readAt);
  const snapshots = await readSnapshots(
    db,
    outdated.map(({ id }) => id),
  );
  for (const delivery of outdated) Object.assign(delivery, snapshots.get(delivery.id), { readAt });
}

/** Makes sure that enough of the lease is left to send, extending it if need be. False when the claim was lost. */
export async function keepLease(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  delivery: ClaimedDelivery,
): Promise<boolean> {
  const now = clock.now();
  if (secondsAfter(now, sendSeconds) < delivery.leaseUntil) return true;
  const until = secondsAfter(now, leaseSeconds);
  const kept = await db.execute(sql`
    update delivery_queue set attempt_after = ${until.toISOString()}
    where id = ${delivery.id} and status = 'sending' and attempt_count = ${delivery.attempt}`);
  if (kept.rowCount !== 1) return false;
  delivery.leaseUntil = until;
  return true;
}
