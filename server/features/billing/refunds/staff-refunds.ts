import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  StaffGivingBack,
  StaffRefund,
  StaffRefundList,
  StaffRefundQuery,
} from '../../../../shared/billing/refunds.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import type { CountQueue } from '../../system/queues/queues.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { type RefundRow, refunds } from './refunds.table.ts';

type Reading = Pick<Services, 'db'>;
const staffMembers = alias(users, 'staff_members');

/** Payments that are to be given back, those owed the longest first, a page at a time; or those that were. */
export async function listRefunds(
  services: Reading,
  { state, limit, afterSince, after }: StaffRefundQuery,
): Promise<z.output<typeof StaffRefundList>> {
  const isListed = state === 'owed' ? isNull(refunds.givenBackAt) : isNotNull(refunds.givenBackAt);
  const isAfter =
    afterSince && after
      ? sql`(${refunds.owedSince}, ${refunds.id}) > (${afterSince.toISOString()}, ${after})`
      : undefined;
  const rows = await selectRefunds(services, and(isListed, isAfter))
    .orderBy(asc(refunds.owedSince), asc(refunds.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(toAnswer);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { refunds: page, next: last ? { afterSince: last.owedSince, after: last.id } : null };
}

/** 404 where there is none. */
export async function loadRefund(services: Reading, id: string): Promise<z.output<typeof StaffRefund>> {
  const [row] = await selectRefunds(services, eq(refunds.id, id));
  return toAnswer(found(row, 'This payment'));
}

/**
 * Records that a payment was given back: by whom, when and under which reference. No money moves by this. 404 for an unknown
 * one; 409 where it was given back already.
 */
export function recordGivenBack(
  { db, clock }: Services,
  { refundId, actor, reason, reference, seen }: z.output<typeof StaffGivingBack> & Act,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update');
    const before = found(row, 'This payment');
    if (before.givenBackAt) throw alreadyGivenBack(before, seen.givenBackAt !== null);
    const givenBackAt = clock.now();
    await tx
      .update(refunds)
      .set({ givenBackAt, givenBackBy: actor, reference })
      .where(eq(refunds.id, refundId));
    const [session] = await tx
      .select({ userId: checkoutSessions.userId })
      .from(checkoutSessions)
      .where(sql`${checkoutSessions.id} = ${before.checkoutSessionId}`);
    const { amount, cause } = before;
    await record(tx, givenBackAt, {
      action: 'refund.given-back',
      actor,
      ...session,
      subjectId: refundId,
      reason,
      details: { amount, cause },
      before: { givenBackAt: null, reference: null },
      after: { givenBackAt: givenBackAt.toISOString(), reference },
    });
    await announceToStaff(tx);
  });
}

interface Act {
  refundId: string;
  /** The id of the member of staff. */
  actor: string;
}

function alreadyGivenBack({ reference }: RefundRow, wasSeen: boolean): AppError {
  if (wasSeen) return new AppError('conflict', 'This payment was given back already');
  return new AppError('conflict', 'This payment changed while you looked at it. Nothing was done.', {
    fields: { givenBackAt: `It was not given back, and is now, under ${reference}` },
  });
}

const lateDays = 7;

/** What is owed, since when, and how much of it for more than a week. */
export const countOwedRefunds: CountQueue = async ({ db, clock }) => {
  const late = minutesAfter(clock.now(), -lateDays * 24 * 60);
  const [owed] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${refunds.owedSince})`.mapWith(refunds.owedSince),
      late: sql<number>`(count(*) filter (where ${lte(refunds.owedSince, late)}))::int`,
    })
    .from(refunds)
    .where(isNull(refunds.givenBackAt));
  return { count: 0, oldest: null, late: 0, ...owed };
};

function selectRefunds({ db }: Reading, which: SQL | undefined) {
  return db
    .select({ refund: refunds, session: checkoutSessions, owner: users, staff: staffMembers })
    .from(refunds)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .leftJoin(users, eq(users.id, checkoutSessions.userId))
    .leftJoin(staffMembers, eq(staffMembers.id, refunds.givenBackBy))
    .where(which)
    .$dynamic();
}

function toAnswer({
  refund,
  session,
  owner,
  staff,
}: Awaited<ReturnType<typeof selectRefunds>>[number]): z.output<typeof StaffRefund> {
  return {
    ...refund,
    owner: owner && { id: owner.id, name: nameOf(owner), email: owner.email },
    orderId: session?.purpose === 'gift-order' ? session.subjectId : null,
    givenBackBy: staff && nameOf(staff),
  };
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
