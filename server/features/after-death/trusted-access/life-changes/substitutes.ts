import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { findDeceased } from './change-rows.ts';

/**
 * Who gets what was for this person if they have died, as the owner chose. If that person has died as well,
 * whoever was named for them. Undefined if nobody is left.
 */
export async function findSubstitute(
  db: Queryable,
  { id, userId, substituteId }: Pick<RecipientRow, 'id' | 'userId' | 'substituteId'>,
): Promise<RecipientRow | undefined> {
  if (!substituteId) return undefined;
  const dead = await findDeceased(db, userId);
  const asked = new Set([id]);
  for (let next: string | null = substituteId; next && !asked.has(next); ) {
    asked.add(next);
    const [row]: RecipientRow[] = await db
      .select()
      .from(recipients)
      .where(and(eq(recipients.id, next), eq(recipients.userId, userId)));
    if (row && !dead.has(row.id)) return row;
    next = row?.substituteId ?? null;
  }
  return undefined;
}
