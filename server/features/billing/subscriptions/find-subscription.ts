import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** The owner's subscription that counts, running or ended; undefined where there never was one. */
export async function currentOf(
  db: Queryable,
  userId: string,
  { locked = false } = {},
): Promise<SubscriptionRow | undefined> {
  const query = db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.replacedAt)));
  const [row] = locked ? await query.for('update') : await query;
  return row;
}
