import { and, eq, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { deathNews, deliveryQueue } from '../deliveries/deliveries.table.ts';
import type { Page } from './pages.ts';

/** Whether the owner has died, and a message of ours has told this recipient. */
export async function hasHeardOfDeath(db: Queryable, { owner, recipient }: Page): Promise<boolean> {
  if (!owner.memorialisedAt || !recipient) return false;
  const [told] = await db
    .select({ recipientId: deathNews.recipientId })
    .from(deathNews)
    .leftJoin(deliveryQueue, eq(deliveryQueue.id, deathNews.deliveryId))
    .where(
      and(
        eq(deathNews.recipientId, recipient.id),
        eq(deathNews.memorialisedAt, owner.memorialisedAt),
        or(isNull(deathNews.deliveryId), eq(deliveryQueue.status, 'delivered')),
      ),
    );
  return told !== undefined;
}
