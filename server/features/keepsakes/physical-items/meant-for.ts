import { and, asc, eq, notInArray } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { physicalItems } from './physical-items.table.ts';

/** The titles of what this recipient is meant to have and has not got, in the order in which they were added. */
export async function listTitlesMeantFor(db: Queryable, recipientId: string): Promise<string[]> {
  const rows = await db
    .select({ title: physicalItems.title })
    .from(physicalItems)
    .where(
      and(
        eq(physicalItems.recipientId, recipientId),
        notInArray(physicalItems.status, ['delivered', 'returned']),
      ),
    )
    .orderBy(asc(physicalItems.id));
  return rows.map(({ title }) => title);
}
