import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { CameByPost } from '../../../../shared/delivery/received.ts';
import type { Queryable } from '../../../platform/database.ts';
import { physicalItems } from '../../keepsakes/physical-items/physical-items.table.ts';
import { listPosted, shownOf } from './sent-deliveries.ts';

type Posted = z.output<typeof CameByPost>;

/** What came to a recipient by post, newest first: memories that were printed or copied, and keepsakes. */
export async function listPostedTo(db: Queryable, recipientId: string): Promise<Posted[]> {
  const posted = (await listPosted(db, recipientId)).flatMap((delivery): Posted[] => {
    const shown = shownOf(delivery);
    const { id, deliveredAt: arrivedAt } = delivery;
    return shown && arrivedAt ? [{ id, type: shown.type, title: shown.title, arrivedAt }] : [];
  });
  const items = await db
    .select({ id: physicalItems.id, title: physicalItems.title, arrivedAt: physicalItems.deliveryDate })
    .from(physicalItems)
    .where(
      and(
        eq(physicalItems.recipientId, recipientId),
        eq(physicalItems.status, 'delivered'),
        isNotNull(physicalItems.deliveryDate),
      ),
    )
    .orderBy(desc(physicalItems.deliveryDate));
  const things = items.flatMap(({ arrivedAt, ...item }): Posted[] =>
    arrivedAt ? [{ ...item, type: null, arrivedAt }] : [],
  );
  return [...posted, ...things].toSorted((a, b) => b.arrivedAt.getTime() - a.arrivedAt.getTime());
}
