import { and, desc, eq, gt } from 'drizzle-orm';
import { advisoryLock } from '../../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { record } from '../../../system/audit/audit.ts';
import { accountViews } from './staff.table.ts';

/** An open page is read again and again; views within this time are one entry. */
const sameViewMinutes = 10;

/** How many of the latest views an owner sees. */
const shownViews = 20;

/** Records that a member of staff looked at an account, unless they did so within the last minutes or it is their own. */
export async function recordView(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { userId, viewedBy }: { userId: string; viewedBy: string },
): Promise<void> {
  if (userId === viewedBy) return;
  await inTransaction(db, async (tx) => {
    await advisoryLock(tx, `account view ${viewedBy} ${userId}`);
    const viewedAt = clock.now();
    const isSameView = and(
      eq(accountViews.userId, userId),
      eq(accountViews.viewedBy, viewedBy),
      gt(accountViews.viewedAt, minutesAfter(viewedAt, -sameViewMinutes)),
    );
    if ((await tx.$count(accountViews, isSameView)) > 0) return;
    await tx.insert(accountViews).values({ userId, viewedBy, viewedAt });
    await record(tx, viewedAt, {
      action: 'account.viewed-by-staff',
      actor: viewedBy,
      userId,
      subjectId: userId,
    });
  });
}

/** When staff looked at this account, latest first. */
export async function listViews(db: Queryable, userId: string): Promise<{ id: string; viewedAt: Date }[]> {
  return db
    .select({ id: accountViews.id, viewedAt: accountViews.viewedAt })
    .from(accountViews)
    .where(eq(accountViews.userId, userId))
    .orderBy(desc(accountViews.viewedAt), desc(accountViews.id))
    .limit(shownViews);
}
