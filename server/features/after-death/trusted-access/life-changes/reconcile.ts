import { sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../../platform/database.ts';
import { addressChanges, isDisputeOpen } from '../address-changes/address-changes.table.ts';
import { isHoldingOpen } from './change-rows.ts';
import { lifeChanges } from './life-changes.table.ts';

/** Contradictions between what contacts told us and who is held. The list should always be empty. */
export async function findHoldDifferences(db: Queryable): Promise<{ what: string; subjectId: string }[]> {
  const held = union(
    db.select({ id: lifeChanges.recipientId }).from(lifeChanges).where(isHoldingOpen),
    db.select({ id: addressChanges.recipientId }).from(addressChanges).where(isDisputeOpen),
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(r.id, h.recipient_id) as id
    from (select id from recipients where held_since is not null) r full join (${held}) h on h.recipient_id = r.id
    where r.id is null or h.recipient_id is null`);
  return rows.map(({ id }) => ({
    what: 'somebody is held and nobody asked for it, or somebody did and they are not held',
    subjectId: id,
  }));
}
