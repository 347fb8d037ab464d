import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffDisputeList, StaffDisputeQuery } from '../../../../../shared/billing/disputes.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { isAfterPage } from '../../../../platform/paging.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { CountQueue } from '../../../system/changes/changes.ts';
import { checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { subscriptionPayments } from '../renewals/renewals.table.ts';
import { disputes } from './disputes.table.ts';

/** A page of the open or of the closed disputes, oldest first. */
export async function listDisputes(
  { db }: Pick<Services, 'db'>,
  { state, limit, ...before }: StaffDisputeQuery,
): Promise<z.output<typeof StaffDisputeList>> {
  const isListed = state === 'open' ? isNull(disputes.closedAt) : isNotNull(disputes.closedAt);
  const rows = await db
    .select({ dispute: disputes, session: checkoutSessions, renewal: subscriptionPayments, owner: users })
    .from(disputes)
    .leftJoin(checkoutSessions, eq(checkoutSessions.id, disputes.checkoutSessionId))
    .leftJoin(subscriptionPayments, eq(subscriptionPayments.id, disputes.subscriptionPaymentId))
    .leftJoin(users, sql`${users.id} = coalesce(${checkoutSessions.userId}, ${subscriptionPayments.userId})`)
    .where(and(isListed, isAfterPage(before, [disputes.openedAt, disputes.id])))
    .orderBy(asc(disputes.openedAt), asc(disputes.id))
    .limit(limit + 1);
  const page = rows
    .slice(0, limit)
    .map(({ dispute: { amountCents, ...dispute }, session, renewal, owner }) => ({
      ...dispute,
      amount: amountCents / 100,
      owner: owner && {
        id: owner.id,
        name: fullNameOf(owner),
        email: owner.email,
      },
      purpose: renewal ? 'renewal' : (session?.purpose ?? null),
      paidAt: renewal?.paidAt ?? session?.paidAt ?? null,
    }));
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { disputes: page, next: last ? { afterSince: last.openedAt, after: last.id } : null };
}

const lateDays = 3;

/** Open disputes, and how many need an answer within three days. */
export const countDisputes: CountQueue = async ({ db, clock }) => {
  const soon = wholeDaysAfter(clock.now(), lateDays);
  const isLate = and(eq(disputes.status, 'asked'), lte(disputes.dueBy, soon));
  const [open] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${disputes.openedAt})`.mapWith(disputes.openedAt),
      late: sql<number>`(count(*) filter (where ${isLate}))::int`,
    })
    .from(disputes)
    .where(isNull(disputes.closedAt));
  return { count: 0, oldest: null, late: 0, ...open };
};
