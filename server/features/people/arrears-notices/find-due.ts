import { and, asc, eq, gt, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import {
  type ArrearsNotice,
  type ArrearsStep,
  arrearsSteps,
} from '../../../../shared/people/arrears-steps.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { standingForDelivery, standingOf } from '../../billing/subscriptions/standing/standing.ts';
import { subscriptions } from '../../billing/subscriptions/subscriptions.table.ts';
import { arrearsNotices } from './arrears-notices.table.ts';

/** A lapse that went unmentioned for this long is not brought up any more: no outage lasts that long. */
const longAgoDays = 400;

/** Where one is left off: the next page of those who are due begins after it. */
export interface Place {
  paidThrough: Date;
  id: string;
}

/**
 * Owners of whose plan something may have to be said, by the index of plans that end, in its order. The months are those of the
 * database, which never begin later than ours: `stepAt` decides.
 */
export function findDue(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  limit: number,
  after: Place | undefined,
): Promise<Place[]> {
  const now = clock.now();
  const { id, paidThrough, subscriptionPlan, lapseStoppedAt, deletionRequestedAt } = users;
  const told = db
    .select()
    .from(arrearsNotices)
    .where(
      and(
        eq(arrearsNotices.userId, id),
        eq(arrearsNotices.paidThrough, paidThrough),
        sql`array_position(${sqlSteps}, ${arrearsNotices.step}) >= ${stepByNow(now)}`,
      ),
    );
  return db
    .select({ id, paidThrough: sql`${paidThrough}`.mapWith(paidThrough) })
    .from(users)
    .where(
      and(
        ne(subscriptionPlan, 'free'),
        isNotNull(paidThrough),
        lte(paidThrough, toldFrom(now)),
        gt(paidThrough, minutesAfter(now, -longAgoDays * 24 * 60)),
        isNull(lapseStoppedAt),
        isNull(deletionRequestedAt),
        notExists(renewal(db)),
        notExists(told),
        after ? sql`(${paidThrough}, ${id}) > (${after.paidThrough.toISOString()}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(paidThrough), asc(id))
    .limit(limit);
}

const sqlSteps = sql`array[${sql.join(
  arrearsSteps.map((step) => sql`${step}::text`),
  sql`, `,
)}]`;

/** Which of the steps it is time for, counted from 1. */
function stepByNow(now: Date) {
  const lapsed = sql`(${users.paidThrough} + ${users.lapsePausedSeconds} * interval '1 second')`;
  const isIn = (months: number) =>
    sql`${lapsed} + ${months} * interval '1 month' >= ${now.toISOString()}::timestamptz`;
  return sql`(case when ${users.paidThrough} >= ${now.toISOString()}::timestamptz then 1
    when ${isIn(1)} then 2 when ${isIn(2)} then 3 when ${isIn(3)} then 4 else 5 end)`;
}

/** The provider renews the plan, or is about to: whatever is not paid yet will be. */
function renewal(db: Queryable) {
  return db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, users.id), isRenewing));
}

const isRenewing = and(
  isNull(subscriptions.replacedAt),
  isNull(subscriptions.endedAt),
  isNull(subscriptions.endingSince),
  isNull(subscriptions.endsAt),
  or(eq(subscriptions.status, 'active'), eq(subscriptions.status, 'incomplete')),
);

/** Whether the provider will charge this owner for the next period. */
export async function isRenewed(db: Queryable, userId: string): Promise<boolean> {
  return (await db.$count(subscriptions, and(eq(subscriptions.userId, userId), isRenewing))) > 0;
}

const daysBefore = 7;

/** The owner of a paid account is told of its end if that is before this. */
export function toldFrom(now: Date): Date {
  return minutesAfter(now, daysBefore * 24 * 60);
}

const afterLapse = ['lapse', 'month-1', 'month-2'] as const;

/**
 * What the owner and their trusted contacts are to be told by now, for this alone: earlier steps that were missed are not made up
 * for. Nothing while the clock stands still, and nothing of an account that is about to be deleted.
 */
export function stepAt(account: UserRow, now: Date): ArrearsStep | undefined {
  const { subscriptionPlan, paidThrough, lapseStoppedAt, deletionRequestedAt } = account;
  if (subscriptionPlan === 'free' || !paidThrough || lapseStoppedAt || deletionRequestedAt) return undefined;
  const standing = standingOf(account, now);
  if (standing.state === 'current')
    return paidThrough <= toldFrom(now) && paidThrough > now ? 'before' : undefined;
  return afterLapse[standing.monthsStarted - 1] ?? 'over';
}

/** The notice sent outside the steps because a delivery waits, if it is due now. */
export function waitingStepAt(account: UserRow, now: Date): 'held' | 'death' | undefined {
  if (account.deletionRequestedAt || standingForDelivery(account, now).state === 'current') return undefined;
  if (account.memorialisedAt) return 'death';
  return account.lapseStoppedAt ? undefined : 'held';
}

/** Whether this notice is still the one to send. */
export function isNoticeCurrent(step: ArrearsNotice, account: UserRow, now: Date): boolean {
  const isBeside = step === 'held' || step === 'death';
  return (isBeside ? waitingStepAt(account, now) : stepAt(account, now)) === step;
}
