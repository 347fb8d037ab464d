import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { newId } from '../../../../platform/ids.ts';
import { type Claim, isCompared, leaseEnd, leaseSeconds } from '../../../outbox/messages/messages.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { isHeld } from '../holds/holds.ts';
import { requeueTime } from '../start/enqueue.ts';
import { decideWhoTells } from './death-news.ts';
import { readSnapshots, type Snapshot } from './snapshots.ts';

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery extends Snapshot, Claim {
  id: string;
  attempt: number;
  claimId: string;
  /** Since when an attempt may have reached the recipient: its worker vanished, or the mail server's answer was lost. */
  unknownSince: Date | null;
  /** Its link was opened before this attempt, which says nothing about this attempt's mail. */
  wasOpened: boolean;
  unansweredMails: number;
  /** The pauses between its attempts so far. */
  retryingSeconds: number;
  /** When its snapshot was read, in seconds of uptime. */
  readAtUptime: number;
  /** The message that says that the owner has died was sent in this batch. */
  isTold: boolean;
}

interface ClaimRow extends Record<string, unknown> {
  id: string;
  attempt: number;
  wasSending: boolean;
  unknownSince: string | null;
  wasOpened: boolean;
  unansweredMails: number;
  retryingSeconds: number;
  isAfterDeath: boolean;
}

/**
 * Claims whichever of `ids` are due, not leased to another worker, and whose owner has not asked to delete
 * their account; claims nothing while deliveries are held, before this database was compared with the send log, or while this process's clock
 * differs from the database's. The claiming statement repeats the due condition, so nothing is sent early or twice, and work
 * lost in a crash is claimed again only after its lease has ended.
 */
export async function claimDeliveries(services: Services, ids: string[]): Promise<ClaimedDelivery[]> {
  const { db, clock } = services;
  const now = clock.now();
  const readAtUptime = clock.uptimeSeconds();
  const lease = { claimId: newId(), leaseUntilUptime: readAtUptime + leaseSeconds, isLost: false };
  const claims = await inTransaction(db, async (tx) => {
    const rows = await takeLeases(tx, services, { ids, claimId: lease.claimId, now });
    if (rows.length < ids.length) await leaveToSweep(tx, services, ids, rows);
    const afterDeath = rows.filter(({ isAfterDeath }) => isAfterDeath);
    await decideWhoTells(
      tx,
      services,
      afterDeath.map(({ id }) => id),
    );
    const unknown = rows.filter((row) => row.wasSending);
    await recordAll(
      tx,
      now,
      unknown.map((row) => ({ action: 'delivery.outcome-unknown', actor: 'system', subjectId: row.id })),
    );
    return rows;
  });
  const snapshots = await readSnapshots(
    services,
    claims.map(({ id }) => id),
  );
  return claims
    .flatMap((row) => {
      const snapshot = snapshots.get(row.id);
      return snapshot
        ? [{ ...claimOf(row), ...snapshot, ...lease, rowIds: [row.id], isTold: false, readAtUptime }]
        : [];
    })
    .sort(inOrderOfSending);
}

/** To the same person, deliveries that say that the owner has died go before the others. */
function inOrderOfSending(one: ClaimedDelivery, other: ClaimedDelivery): number {
  const newsFirst = Number(other.news === 'tells') - Number(one.news === 'tells');
  return newsFirst || one.dueAt.getTime() - other.dueAt.getTime() || (one.id < other.id ? -1 : 1);
}

function claimOf({ wasSending, isAfterDeath, unknownSince, ...row }: ClaimRow) {
  return { ...row, unknownSince: unknownSince ? new Date(unknownSince) : null };
}

/**
 * Also clears the marks of edits: the snapshot read next includes them. Waits for rows that are locked, for
 * instance by an edit: skipping one would delay it by minutes.
 */
async function takeLeases(
  tx: Tx,
  { clock, compared }: Pick<Services, 'clock' | 'compared'>,
  { ids, claimId, now }: { ids: string[]; claimId: string; now: Date },
): Promise<ClaimRow[]> {
  const at = now.toISOString();
  const agreed = agreedNow(clock, now);
  const taken = await tx.execute<ClaimRow>(sql`
    with due as (
      select id, status, last_attempt from delivery_queue
      where id = any(${sql.param(ids)}::uuid[]) and status in ('pending', 'sending')
        and attempt_after <= ${agreed} and due_at <= ${agreed}
        and not ${isHeld}
        and ${isCompared({ compared })} and id <> all(${sql.param(compared.unrecorded)}::uuid[])
        and not ${isOwnerLeaving}
      order by id for update
    )
    update delivery_queue d
    set status = 'sending', claim_id = ${claimId}, attempt_count = attempt_count + 1, last_attempt = ${at},
      first_attempt = coalesce(first_attempt, ${at}), attempt_after = ${leaseEnd(clock)},
      outcome_unknown_at = case when due.status = 'sending' then coalesce(outcome_unknown_at, due.last_attempt, ${at})
        else outcome_unknown_at end,
      address_changed_at = null, memory_approved_at = null
    from due where d.id = due.id
    returning d.id, d.attempt_count as attempt, due.status = 'sending' as "wasSending",
      d.outcome_unknown_at as "unknownSince", d.opened_at is not null as "wasOpened",
      d.unanswered_mails as "unansweredMails", d.retrying_seconds as "retryingSeconds",
      exists (select 1 from users u where u.id = d.user_id and u.memorialised_at is not null) as "isAfterDeath"`);
  return taken.rows;
}

/**
 * Lets the sweep look again at what was not claimed: at the end of another worker's lease, in case it died; some minutes later
 * if its owner is leaving; and otherwise as soon as it is due by the clock of the process that looks, since this one's clock
 * may be behind the clock that enqueued it. The reason decides which, since time has passed since it was not due.
 */
async function leaveToSweep(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  ids: string[],
  taken: readonly ClaimRow[],
): Promise<void> {
  await tx.execute(sql`
    update delivery_queue set sweep_at = case
      when status = 'sending' then attempt_after
      when ${isOwnerLeaving} then ${requeueTime(clock.now()).toISOString()}::timestamptz
      else greatest(attempt_after, due_at) end
    where id = any(${sql.param(ids)}::uuid[]) and id <> all(${sql.param(taken.map(({ id }) => id))}::uuid[])
      and status in ('pending', 'sending')`);
}

const isOwnerLeaving = sql`exists (select 1 from users u where u.id = user_id and u.deletion_requested_at is not null)`;
