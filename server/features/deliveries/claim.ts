import { eq, inArray, sql } from 'drizzle-orm';
import { secondsAfter } from '../../platform/clock.ts';
import type { Services } from '../../platform/context.ts';
import { type Database, inTransaction, type Queryable, type Tx } from '../../platform/database.ts';
import { users } from '../accounts/accounts.table.ts';
import { recordAll } from '../audit/audit.ts';
import { memories } from '../memories/memories.table.ts';
import { recipients } from '../recipients/recipients.table.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';

export const leaseSeconds = 5 * 60;
/** A hand-over starts only with this much of the lease left, which is more than a transport may take. */
export const handOverSeconds = 90;

/** A delivery that this worker holds until its lease ends, with what is true about it now. */
export interface ClaimedDelivery {
  id: string;
  /** The fencing token: a later claim has a higher one, and then nothing of this claim may be written. */
  attempt: number;
  firstAttempt: Date;
  leaseUntil: Date;
  /** An earlier try may have reached the recipient: its holder vanished, or the answer to it was lost. */
  outcomeUnknown: boolean;
  scheduleId: string;
  userId: string;
  dueAt: Date;
  deliveryMethod: 'digital' | 'physical';
  ownerName: string;
  recipient: { firstName: string; lastName: string; email: string | null; phone: string | null } | null;
  memory: { isApproved: boolean; fileKey: string | null; fileSha256: string | null } | null;
}

interface ClaimRow extends Record<string, unknown> {
  id: string;
  attempt: number;
  firstAttempt: string;
  wasSending: boolean;
  outcomeUnknown: boolean;
}

/**
 * Takes the lease of those of `ids` that are due, that nobody holds and whose owner is not about to leave. The condition stands in the claiming
 * statement itself: not early, not twice, and after a crash only when the lease has ended.
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
  return withPresentTruth(db, claims, leaseUntil);
}

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
      due.status = 'sending' as "wasSending",
      due.status = 'sending' or d.attempt_count > 1 and exists (
        select 1 from audit_log a where a.subject_id = d.id and a.action = 'delivery.outcome-unknown'
      ) as "outcomeUnknown"`);
  return taken.rows;
}

/** Addresses, names and approval are read after the claim, so that what was corrected until now counts. */
async function withPresentTruth(
  db: Queryable,
  claims: ClaimRow[],
  leaseUntil: Date,
): Promise<ClaimedDelivery[]> {
  if (claims.length === 0) return [];
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const rows = await db
    .select({
      id: deliveryQueue.id,
      scheduleId: deliveryQueue.scheduleId,
      userId: deliveryQueue.userId,
      dueAt: deliveryQueue.dueAt,
      deliveryMethod: schedules.deliveryMethod,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
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
    .where(inArray(deliveryQueue.id, [...byId.keys()]))
    .orderBy(deliveryQueue.dueAt);
  return rows.flatMap(({ ownerFirstName, ownerLastName, ...row }) => {
    const claim = byId.get(row.id);
    if (!claim) return [];
    const { attempt, firstAttempt, outcomeUnknown } = claim;
    const ownerName = `${ownerFirstName} ${ownerLastName}`;
    return [{ ...row, ownerName, attempt, firstAttempt: new Date(firstAttempt), leaseUntil, outcomeUnknown }];
  });
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
