import { eq, inArray, sql } from 'drizzle-orm';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { type Database, inTransaction, type Queryable, type Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { recordAll } from '../../system/audit/audit.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';

export const leaseSeconds = 10 * 60;
/** A hand-over starts only with this much of the lease left, which is more than a transport may take. */
export const handOverSeconds = 6 * 60;
/** Nothing is handed over on what was read longer ago. */
const truthSeconds = 1;

/** What is true about a delivery at the moment of the look. */
interface Truth {
  scheduleId: string;
  userId: string;
  dueAt: Date;
  deliveryMethod: 'digital' | 'physical';
  ownerName: string;
  /** The owner has asked for the end of their account, and was told that nothing more is delivered. */
  ownerLeaves: boolean;
  recipient: { firstName: string; lastName: string; email: string | null; phone: string | null } | null;
  memory: { isApproved: boolean; fileKey: string | null; fileSha256: string | null } | null;
}

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery extends Truth {
  id: string;
  /** The fencing token: a later claim has a higher one, and then nothing of this claim may be written. */
  attempt: number;
  firstAttempt: Date;
  leaseUntil: Date;
  /** An earlier try may have reached the recipient: its holder vanished, or the answer to it was lost. */
  outcomeUnknown: boolean;
  /** Its link was opened before this try, which says nothing of this try's mail. */
  wasOpened: boolean;
  /** Mails that a server took without saying so, since a person last put something right. */
  unansweredMails: number;
  /** When its truth was read. */
  readAt: Date;
}

interface ClaimRow extends Record<string, unknown> {
  id: string;
  attempt: number;
  firstAttempt: string;
  wasSending: boolean;
  outcomeUnknown: boolean;
  wasOpened: boolean;
  unansweredMails: number;
}

/**
 * Takes the lease of those of `ids` that are due, that nobody holds and whose owner is not about to leave. The condition
 * stands in the claiming statement itself: not early, not twice, and after a crash only when the lease has ended.
 */
export async function claimDeliveries(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
  ids: string[],
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const leaseUntil = secondsAfter(now, leaseSeconds);
  const claims = await inTransaction(db, async (tx) => {
    const rows = await takeLeases(tx, ids, now, leaseUntil);
    const unknown = rows.filter((row) => row.wasSending);
    await recordAll(
      tx,
      now,
      unknown.map((row) => ({ action: 'delivery.outcome-unknown', actor: 'system', subjectId: row.id })),
    );
    return rows;
  });
  const truths = await readTruths(
    db,
    claims.map(({ id }) => id),
  );
  return claims
    .flatMap(({ wasSending, firstAttempt, ...claim }) => {
      const truth = truths.get(claim.id);
      return truth
        ? [{ ...claim, ...truth, firstAttempt: new Date(firstAttempt), leaseUntil, readAt: now }]
        : [];
    })
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
}

/** A holder that vanished need not have sent anything: of the unknown outcomes only those of an attempt count as mails. */
async function takeLeases(tx: Tx, ids: string[], now: Date, leaseUntil: Date): Promise<ClaimRow[]> {
  const at = now.toISOString();
  const until = leaseUntil.toISOString();
  const taken = await tx.execute<ClaimRow>(sql`
    with due as (
      select id, status from delivery_queue
      where id = any(${sql.param(ids)}::uuid[]) and status in ('pending', 'sending')
        and attempt_after <= ${at} and due_at <= ${at}
        and not exists (select 1 from users u where u.id = user_id and u.deletion_requested_at is not null)
      for update skip locked
    )
    update delivery_queue d
    set status = 'sending', attempt_count = attempt_count + 1, last_attempt = ${at},
      first_attempt = coalesce(first_attempt, ${at}), attempt_after = ${until}
    from due where d.id = due.id
    returning d.id, d.attempt_count as attempt, d.first_attempt as "firstAttempt",
      due.status = 'sending' as "wasSending", d.opened_at is not null as "wasOpened",
      due.status = 'sending' or d.attempt_count > 1 and exists (
        select 1 from audit_log a where a.subject_id = d.id and a.action = 'delivery.outcome-unknown'
      ) as "outcomeUnknown",
      case when d.attempt_count > 1 then (
        select count(*)::int from audit_log a where a.subject_id = d.id and a.action = 'delivery.outcome-unknown'
          and a.details ? 'attempt' and a.at >= d.first_attempt
      ) else 0 end as "unansweredMails"`);
  return taken.rows;
}

/**
 * Reads again what is true about `deliveries` where that was long ago: an address that was corrected while others of the
 * batch were handed over counts, and the old one gets nothing.
 */
export async function refreshTruths(
  db: Queryable,
  { clock }: Pick<Services, 'clock'>,
  deliveries: readonly ClaimedDelivery[],
): Promise<void> {
  const readAt = clock.now();
  const outdated = deliveries.filter((delivery) => secondsAfter(delivery.readAt, truthSeconds) < readAt);
  const truths = await readTruths(
    db,
    outdated.map(({ id }) => id),
  );
  for (const delivery of outdated) Object.assign(delivery, truths.get(delivery.id), { readAt });
}

/** Addresses, names and approval are read after the claim, so that what was corrected until now counts. */
async function readTruths(db: Queryable, ids: string[]): Promise<Map<string, Truth>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: deliveryQueue.id,
      scheduleId: deliveryQueue.scheduleId,
      userId: deliveryQueue.userId,
      dueAt: deliveryQueue.dueAt,
      deliveryMethod: schedules.deliveryMethod,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
      ownerLeaves: sql<boolean>`${users.deletionRequestedAt} is not null`,
      recipient: {
        firstName: recipients.firstName,
        lastName: recipients.lastName,
        email: recipients.email,
        phone: recipients.phone,
      },
      memory: { isApproved: memories.isApproved, fileKey: memories.fileKey, fileSha256: memories.fileSha256 },
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(inArray(deliveryQueue.id, ids));
  return new Map(
    rows.map(({ id, ownerFirstName, ownerLastName, ...row }) => [
      id,
      { ...row, ownerName: `${ownerFirstName} ${ownerLastName}` },
    ]),
  );
}

/** Is the claim still ours, with time enough to hand over? Extends the lease where it runs out; false = stop. */
export async function keepLease(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
  delivery: ClaimedDelivery,
): Promise<boolean> {
  const now = clock.now();
  if (secondsAfter(now, handOverSeconds) < delivery.leaseUntil) return true;
  const until = secondsAfter(now, leaseSeconds);
  const kept = await db.execute(sql`
    update delivery_queue set attempt_after = ${until.toISOString()}
    where id = ${delivery.id} and status = 'sending' and attempt_count = ${delivery.attempt}`);
  if (kept.rowCount !== 1) return false;
  delivery.leaseUntil = until;
  return true;
}
