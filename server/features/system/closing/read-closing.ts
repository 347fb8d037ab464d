import { desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { type ClosingRow, closings } from './closing.table.ts';

/** The announced end that has not been withdrawn; undefined while there is none. */
export async function readClosing(db: Queryable): Promise<ClosingRow | undefined> {
  const [closing] = await db.select().from(closings).where(isNull(closings.withdrawnAt));
  return closing;
}

export async function findClosing(db: Queryable, id: string): Promise<ClosingRow | undefined> {
  const [closing] = await db.select().from(closings).where(eq(closings.id, id));
  return closing;
}

/** The announcement that was withdrawn last. */
export async function readLastWithdrawn(db: Queryable): Promise<ClosingRow | undefined> {
  const [closing] = await db
    .select()
    .from(closings)
    .where(isNotNull(closings.withdrawnAt))
    .orderBy(desc(closings.withdrawnAt))
    .limit(1);
  return closing;
}
