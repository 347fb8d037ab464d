import { and, asc, eq, gt, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { pastDueSteps } from '../../../../shared/billing/past-due.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { subscriptions } from '../subscriptions/subscriptions.table.ts';
import { noticeFrom } from './notice-steps.ts';
import { pastDueNotices } from './past-due.table.ts';

/** An older lapse gets no notice: no outage lasts that long. */
const longAgoDays = 400;

/** The cursor of the next page of accounts that may be due. */
export interface Place {
  paidThrough: Date;
  id: string;
}

/**
 * Owners who may be due a notice, in the order of the index of plans that end. Months are computed by the
 * database, where they never begin later than in our code: `stepAt` decides.
 */
export function findDue(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  limit: number,
  after: Place | undefined,
): Promise<Place[]> {
  const now = clock.now();
  const { id, paidThrough, subscriptionPlan, lapseStoppedAt, deletionRequestedAt } = users;
  const isSent = db
    .select()
    .from(pastDueNotices)
    .where(
      and(
        eq(pastDueNotices.userId, id),
        eq(pastDueNotices.paidThrough, paidThrough),
        sql`array_position(${sqlSteps}, ${pastDueNotices.step}) >= ${stepByNow(now)}`,
      ),
    );
  return db
    .select({ id, paidThrough: sql`${paidThrough}`.mapWith(paidThrough) })
    .from(users)
    .where(
      and(
        ne(subscriptionPlan, 'free'),
        isNotNull(paidThrough),
        lte(paidThrough, noticeFrom(now)),
        gt(paidThrough, wholeDaysAfter(now, -longAgoDays)),
        isNull(lapseStoppedAt),
        isNull(deletionRequestedAt),
        notExists(renewal(db, now)),
        notExists(isSent),
        after ? sql`(${paidThrough}, ${id}) > (${after.paidThrough.toISOString()}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(paidThrough), asc(id))
    .limit(limit);
}

const sqlSteps = sql`array[${sql.join(
  pastDueSteps.map((step) => sql`${step}::text`),
  sql`, `,
)}]`;

/** SQL: which of the steps it is time for, counted from 1. */
function stepByNow(now: Date) {
  const lapsed = sql`(${users.paidThrough} + ${users.lapsePausedSeconds} * interval '1 second')`;
  const isIn = (months: number) =>
    sql`${lapsed} + ${months} * interval '1 month' >= ${now.toISOString()}::timestamptz`;
  return sql`(case when ${users.paidThrough} >= ${now.toISOString()}::timestamptz then 1
    when ${isIn(1)} then 2 when ${isIn(2)} then 3 when ${isIn(3)} then 4 else 5 end)`;
}

/** The provider renews the plan, or is about to: whatever is not paid yet will be. */
function renewal(db: Queryable, now: Date) {
  return db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, users.id), isRenewing(now)));
}

/** Until we hear that a cancelled one has ended, which makes it a free plan, nothing is due either. */
const isRenewing = (now: Date) =>
  and(
    isNull(subscriptions.replacedAt),
    isNull(subscriptions.endedAt),
    isNull(subscriptions.endingSince),
    or(isNull(subscriptions.endsAt), lte(subscriptions.endsAt, now)),
    or(eq(subscriptions.status, 'active'), eq(subscriptions.status, 'incomplete')),
  );

/** Whether the provider will charge this owner for the next period, or they cancelled it and owe nothing. */
export async function isRenewed(db: Queryable, userId: string, now: Date): Promise<boolean> {
  return (await db.$count(subscriptions, and(eq(subscriptions.userId, userId), isRenewing(now)))) > 0;
}
