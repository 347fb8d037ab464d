import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, notExists, type SQL } from 'drizzle-orm';
import { minutesAfter, wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { idsOf } from '../../../platform/sweeps.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { standingForDelivery } from '../subscriptions/standing/standing.ts';
import { keepCurrentUrl, linkIdOf, settledDays } from './links.ts';
import { keepCurrentLinks } from './past-due.table.ts';
import { dueOn } from './read-page.ts';

/** The timer may be late by less than this, so that the link exists when the plan ends. */
const aheadMinutes = 24 * 60;
/** The same limit as for the notices: an older lapse is ignored. */
const longAgoDays = 400;
const batchSize = 200;

type Opening = Pick<Services, 'db' | 'clock' | 'appSecret' | 'config'>;

/** Timer: gives owners whose plan has ended, or is about to, a link for paying; until the plan ends it says that nothing is due. */
export async function openLinks(services: Opening & Pick<Services, 'sweeps'>): Promise<void> {
  const { db, clock, sweeps } = services;
  const now = clock.now();
  const open = db
    .select()
    .from(keepCurrentLinks)
    .where(and(eq(keepCurrentLinks.userId, users.id), isNull(keepCurrentLinks.settledAt)));
  for (let after: SQL | undefined; ; ) {
    const lapsing = await db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          ne(users.subscriptionPlan, 'free'),
          isNotNull(users.paidThrough),
          lte(users.paidThrough, minutesAfter(now, aheadMinutes)),
          gt(users.paidThrough, wholeDaysAfter(now, -longAgoDays)),
          isNull(users.deletionRequestedAt),
          notExists(open),
          after,
        ),
      )
      .orderBy(asc(users.id))
      .limit(batchSize);
    await sweeps.each('open-keep-current-links', lapsing, ({ id }) =>
      inTransaction(db, async (tx) => {
        const owner = await lockOwner(tx, id);
        const { subscriptionPlan, paidThrough } = owner;
        const isLapsing = paidThrough && paidThrough <= minutesAfter(now, aheadMinutes);
        if (subscriptionPlan !== 'free' && isLapsing) await keepCurrentUrl(tx, services, owner);
      }),
    );
    const last = lapsing.at(-1);
    if (!last || lapsing.length < batchSize) return;
    after = gt(users.id, last.id);
  }
}

/** The same for one owner, after news of their payments: their plan may turn out to have ended long ago. */
export async function openLinkIfDue(services: Opening, userId: string): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!owner || !dueOn(owner, services.clock.now())) return;
    await keepCurrentUrl(tx, services, owner);
    await announce(tx, userId, ['stats']);
  });
}

/** Settles the owner's link once nothing is due; it then works for some more weeks. */
export async function settleLink(db: Queryable, now: Date, userId: string): Promise<void> {
  await db
    .update(keepCurrentLinks)
    .set({ settledAt: now })
    .where(and(eq(keepCurrentLinks.userId, userId), isNull(keepCurrentLinks.settledAt)));
}

/**
 * Timer: the same for accounts that became current in another way, such as by a new subscription. A link for
 * a future lapse stays; one that no longer opens anything is deleted.
 */
export async function settleLinks({
  db,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'clock' | 'sweeps'>): Promise<void> {
  const now = clock.now();
  const isSpent = lt(keepCurrentLinks.settledAt, wholeDaysAfter(now, -settledDays));
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
