import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type {
  StaffRefund,
  StaffRefundList,
  StaffRefundQuery,
} from '../../../../../shared/billing/refunds.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';
import { refundStateOf } from './refund-state.ts';
import { refunds } from './refunds.table.ts';

type Reading = Pick<Services, 'db' | 'payments'>;
const staffMembers = alias(users, 'staff_members');

/** A page of the refunds that are owed, or of those that were paid, oldest first. */
export async function listRefunds(
  services: Reading,
  { state, limit, ...before }: StaffRefundQuery,
): Promise<z.output<typeof StaffRefundList>> {
  const isListed = state === 'owed' ? isNull(refunds.givenBackAt) : isNotNull(refunds.givenBackAt);
  const isAfter = isAfterPage(before, [refunds.owedSince, refunds.id]);
  const rows = await selectRefunds(services, and(isListed, isAfter))
    .orderBy(asc(refunds.owedSince), asc(refunds.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map((row) => toAnswer(row, services));
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { refunds: page, next: last ? { afterSince: last.owedSince, after: last.id } : null };
}

/** 404 if there is none. */
export async function loadRefund(services: Reading, id: string): Promise<z.output<typeof StaffRefund>> {
  const [row] = await selectRefunds(services, eq(refunds.id, id));
  return toAnswer(requireFound(row, 'This payment'), services);
}

const lateDays = 7;

/** What is owed, since when, and how much of it for more than a week. */
export const countOwedRefunds: CountQueue = async ({ db, clock }) => {
  const late = wholeDaysAfter(clock.now(), -lateDays);
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

function selectRefunds({ db }: Pick<Services, 'db'>, which: SQL | undefined) {
  return db
    .select({ refund: refunds, session: checkoutSessions, owner: users, staff: staffMembers })
    .from(refunds)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, refunds.checkoutSessionId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.id, refunds.subscriptionPaymentId))
    .leftJoin(users, sql`${users.id} = coalesce(${checkoutSessions.userId}, ${subscriptionPayments.userId})`)
    .leftJoin(staffMembers, sql`${staffMembers.id} = coalesce(${refunds.givenBackBy}, ${refunds.startedBy})`)
    .where(which)
    .$dynamic();
}

function toAnswer(
  { refund, session, owner, staff }: Awaited<ReturnType<typeof selectRefunds>>[number],
  { payments }: Pick<Services, 'payments'>,
): z.output<typeof StaffRefund> {
  const state = refundStateOf(refund);
  return {
    ...refund,
    state,
    canRefund: refund.provider === payments.name && (state === 'owed' || state === 'refused'),
    owner: owner && { id: owner.id, name: fullNameOf(owner), email: owner.email },
    orderId: session?.purpose === 'gift-order' ? session.subjectId : null,
    givenBackBy: staff && fullNameOf(staff),
  };
}
