import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { standingForDelivery } from '../arrears/arrears.ts';
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
export async function settleLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const spent = lt(keepCurrentLinks.settledAt, minutesAfter(now, -settledDays * 24 * 60));
  await db.delete(keepCurrentLinks).where(spent);
  for (let after: string | undefined; ; ) {
    const open = await db
      .select({ id: keepCurrentLinks.id, owner: users })
      .from(keepCurrentLinks)
      .innerJoin(users, eq(users.id, keepCurrentLinks.userId))
      .where(and(isNull(keepCurrentLinks.settledAt), after ? gt(keepCurrentLinks.id, after) : undefined))
      .orderBy(asc(keepCurrentLinks.id))
      .limit(batchSize);
    for (const { id, owner } of open) {
      const isToCome = id === linkIdOf(owner) && owner.subscriptionPlan !== 'free';
      if (!isToCome && standingForDelivery(owner, now).state === 'current')
        await settleLink(db, now, owner.id);
    }
    after = open.at(-1)?.id;
    if (open.length < batchSize) return;
  }
}
