import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { standingForDelivery } from '../../subscriptions/standing/standing.ts';
import { keepCurrentLinks } from './keep-current.table.ts';
import { linkIdOf, settledDays } from './links.ts';

const batchSize = 500;

/** Settles the owner's link once nothing is due; it then works for some weeks more. */
export async function settleLink(db: Queryable, now: Date, userId: string): Promise<void> {
  await db
    .update(keepCurrentLinks)
    .set({ settledAt: now })
    .where(and(eq(keepCurrentLinks.userId, userId), isNull(keepCurrentLinks.settledAt)));
}

/**
 * Timer: the same for accounts that became current in another way, as by a new subscription. A link for a lapse that is still to
 * come stays; one that opens nothing any more is deleted.
 */
export async function settleLinks({
  db,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'sweeps'>): Promise<void> {
  const now = clock.now();
  const isSpent = lt(keepCurrentLinks.settledAt, minutesAfter(now, -settledDays * 24 * 60));
  const spent = await db.select({ id: keepCurrentLinks.id }).from(keepCurrentLinks).where(isSpent);
  await sweeps.together('spent-keep-current-links', spent, (some) =>
    db.delete(keepCurrentLinks).where(and(isSpent, inArray(keepCurrentLinks.id, idsOf(some)))),
  );
  for (let after: string | undefined; ; ) {
    const open = await db
      .select({ id: keepCurrentLinks.id, owner: users })
      .from(keepCurrentLinks)
      .innerJoin(users, eq(users.id, keepCurrentLinks.userId))
      .where(and(isNull(keepCurrentLinks.settledAt), after ? gt(keepCurrentLinks.id, after) : undefined))
      .orderBy(asc(keepCurrentLinks.id))
      .limit(batchSize);
    const settled = open.filter(({ id, owner }) => {
      const isToCome = id === linkIdOf(owner) && owner.subscriptionPlan !== 'free';
      return !isToCome && standingForDelivery(owner, now).state === 'current';
    });
    await sweeps.each('settle-keep-current-links', settled, ({ owner }) => settleLink(db, now, owner.id));
    after = open.at(-1)?.id;
    if (open.length < batchSize) return;
  }
}
