import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { isKept, physicalItems } from './physical-items.table.ts';

/** Something that is to be handed to somebody after its owner's death. */
export interface ItemToHandOver {
  id: string;
  title: string;
  recipientId: string;
  /** Whether it has reached us. */
  hasArrived: boolean;
}

/** What an owner wants somebody to have and nobody has received yet, in the order in which it was added. */
export async function listItemsToHandOver(db: Queryable, userId: string): Promise<ItemToHandOver[]> {
  const rows = await db
    .select()
    .from(physicalItems)
    .where(and(eq(physicalItems.userId, userId), isNotNull(physicalItems.recipientId), isKept))
    .orderBy(asc(physicalItems.id));
  return rows.flatMap(({ id, title, recipientId, receivedDate }) =>
    recipientId ? { id, title, recipientId, hasArrived: receivedDate !== null } : [],
  );
}

/** The titles of what this recipient should receive and has not yet, in the order in which they were added. */
export async function listTitlesMeantFor(db: Queryable, recipientId: string): Promise<string[]> {
  const rows = await db
    .select({ title: physicalItems.title })
    .from(physicalItems)
    .where(and(eq(physicalItems.recipientId, recipientId), isKept))
    .orderBy(asc(physicalItems.id));
  return rows.map(({ title }) => title);
}
