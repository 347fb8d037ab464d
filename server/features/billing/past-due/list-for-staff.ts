import { and, asc, eq, gt, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { paidPlanKeys } from '../../../../shared/billing/billing.ts';
import type { PastDueAccount, PastDueList, PastDueQuery } from '../../../../shared/billing/past-due.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { isAfterPage } from '../../../platform/paging.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import type { CountQueue } from '../../system/changes/changes.ts';
import { graceMonths, standingOf } from '../subscriptions/standing/standing.ts';
import { pastDueNotices } from './past-due.table.ts';

type Reading = Pick<Services, 'db' | 'clock'>;
type Notice = z.output<typeof PastDueAccount>['told'][number];

/** Uses the index of plans that end. It ignores pauses: each account's own standing says whether the grace period is over. */
function lapsedIn(state: 'grace' | 'over', now: Date): SQL | undefined {
  const graceBegan = monthsAfter(now, -graceMonths);
  const isPaidPlan = and(ne(users.subscriptionPlan, 'free'), isNotNull(users.paidThrough));
  return state === 'grace'
    ? and(isPaidPlan, lte(users.paidThrough, now), gt(users.paidThrough, graceBegan))
    : and(isPaidPlan, lte(users.paidThrough, graceBegan));
}

/** A page of the accounts that are past due. One that was paused before it lapsed is left out. */
export async function listPastDue(
  { db, clock }: Reading,
  { state, limit, ...before }: PastDueQuery,
): Promise<z.output<typeof PastDueList>> {
  const now = clock.now();
  const rows = await db
    .select()
    .from(users)
    .where(and(lapsedIn(state, now), isAfterPage(before, [users.paidThrough, users.id])))
    .orderBy(asc(users.paidThrough), asc(users.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const notices = await noticesOf(db, page);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    accounts: page.flatMap((row) => toAnswer(row, notices, now) ?? []),
    next: last?.paidThrough ? { afterSince: last.paidThrough, after: last.id } : null,
  };
}

/** 404 if nothing is due on the account. */
export async function loadPastDue(
  { db, clock }: Reading,
  id: string,
): Promise<z.output<typeof PastDueAccount>> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return requireFound(row && toAnswer(row, await noticesOf(db, [row]), clock.now()), 'This account');
}

type Notices = ReadonlyMap<string, Notice[]>;

/** The notices about each account's present lapse. */
async function noticesOf(db: Queryable, accounts: readonly UserRow[]): Promise<Notices> {
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ userId: users.id, step: pastDueNotices.step, at: pastDueNotices.createdAt })
    .from(pastDueNotices)
    .innerJoin(
      users,
      and(eq(users.id, pastDueNotices.userId), eq(users.paidThrough, pastDueNotices.paidThrough)),
    )
    .where(inArray(users.id, ids))
    .orderBy(asc(pastDueNotices.createdAt));
  return Map.groupBy(rows, ({ userId }) => userId);
}

function toAnswer(row: UserRow, notices: Notices, now: Date): z.output<typeof PastDueAccount> | undefined {
  const standing = standingOf(row, now);
  const plan = paidPlanKeys.find((key) => key === row.subscriptionPlan);
  if (standing.state === 'current' || !plan || !row.paidThrough) return undefined;
  const { months, amountCents, graceEndsAt, isGuaranteed } = standing;
  return {
    id: row.id,
    name: fullNameOf(row),
    email: row.email,
    plan,
    paidThrough: row.paidThrough,
    monthsDue: months.length,
    amount: amountCents / 100,
    graceEndsAt,
    isGuaranteed,
    diedSince: row.memorialisedAt,
    told: notices.get(row.id) ?? [],
  };
}

const lateDays = 14;

/** Accounts in their grace period, and how many lose it within two weeks. */
export const countPastDue: CountQueue = async ({ db, clock }) => {
  const now = clock.now();
  const late = monthsAfter(wholeDaysAfter(now, lateDays), -graceMonths);
  const [lapsed] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${users.paidThrough})`.mapWith(users.paidThrough),
      late: sql<number>`(count(*) filter (where ${lte(users.paidThrough, late)}))::int`,
    })
    .from(users)
    .where(lapsedIn('grace', now));
  return { count: 0, oldest: null, late: 0, ...lapsed };
};
