import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { standingForDelivery } from '../arrears/arrears.ts';
import { keepCurrentLinks } from './keep-current.table.ts';

const batchSize = 500;

/** Settles the owner's link once nothing is due; it then works for some weeks more. */
export async function settleLink(db: Queryable, now: Date, userId: string): Promise<void> {
  await db
    .update(keepCurrentLinks)
    .set({ settledAt: now })
    .where(and(eq(keepCurrentLinks.userId, userId), isNull(keepCurrentLinks.settledAt)));
}

/** Timer: the same for accounts that became current in another way, as by a new subscription. */
export async function settleLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (let after: string | undefined; ; ) {
    const open = await db
      .select({ id: keepCurrentLinks.id, owner: users })
      .from(keepCurrentLinks)
      .innerJoin(users, eq(users.id, keepCurrentLinks.userId))
      .where(and(isNull(keepCurrentLinks.settledAt), after ? gt(keepCurrentLinks.id, after) : undefined))
      .orderBy(asc(keepCurrentLinks.id))
      .limit(batchSize);
    for (const { owner } of open) {
      if (standingForDelivery(owner, now).state === 'current') await settleLink(db, now, owner.id);
    }
    after = open.at(-1)?.id;
    if (open.length < batchSize) return;
  }
}
