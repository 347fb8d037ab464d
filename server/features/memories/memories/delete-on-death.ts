import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { MemoryChanges } from '../../../../shared/memories/memories.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { record } from '../../system/audit/audit.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { removeMemory } from './remove-memory.ts';

// "Delete this when I die": a memory that is left to nobody. Once its owner has been released nobody can see
// it any more, and when the release can no longer be undone it is erased.

/** Whether the owner now wants the opposite for a memory. */
export function isOtherChoice({ deleteOnDeathSince }: MemoryRow, { deleteOnDeath }: MemoryChanges): boolean {
  return deleteOnDeath !== undefined && deleteOnDeath !== (deleteOnDeathSince !== null);
}

/** The columns to store when the owner changes their mind. The memory is locked. 409 and 402 as described in `MemoryHooks`. */
export async function chooseOtherwise(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  before: MemoryRow,
  { deleteOnDeath, cancelSchedules = [], restoreSchedules }: MemoryChanges,
): Promise<Pick<MemoryRow, 'deleteOnDeathSince' | 'cancelledPlan'>> {
  const { id: subjectId, userId } = before;
  const now = services.clock.now();
  await record(tx, now, {
    action: deleteOnDeath ? 'memory.deletion-on-death-chosen' : 'memory.deletion-on-death-undone',
    actor: userId,
    userId,
    subjectId,
  });
  if (deleteOnDeath) {
    const cancelledPlan = await hooks.cancelPlan(tx, services, before, cancelSchedules);
    return { deleteOnDeathSince: now, cancelledPlan };
  }
  if (restoreSchedules && before.cancelledPlan)
    await hooks.restorePlan(tx, services, before, before.cancelledPlan);
  return { deleteOnDeathSince: null, cancelledPlan: null };
}

const hasDied = sql`exists (select 1 from ${users} where ${users.id} = ${memories.userId} and ${users.memorialisedAt} is not null)`;

/** SQL: whether this memory may still be seen. Not once its owner, who wanted it deleted then, has been released. */
export const isStillShown = sql`(${memories.deleteOnDeathSince} is null or not ${hasDied})`;

/** Only their titles: nobody is shown their content. */
export function listDeletedWithDeath(
  db: Queryable,
  userId: string,
): Promise<{ id: string; title: string }[]> {
  return db
    .select({ id: memories.id, title: memories.title })
    .from(memories)
    .where(and(eq(memories.userId, userId), isNotNull(memories.deleteOnDeathSince)))
    .orderBy(asc(memories.id));
}

/** How many memories of an owner are to be deleted after their death. */
export async function countToErase(db: Queryable, userId: string): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(memories)
    .where(and(eq(memories.userId, userId), isNotNull(memories.deleteOnDeathSince)));
  return counted?.count ?? 0;
}

/**
 * Erases a memory whose owner wanted that after their death, if `isDue`, which is checked with the memory locked. What somebody
 * was given while the owner was alive stays theirs. Returns whether it was erased. The caller has locked the owner.
 */
export async function eraseAfterDeath(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  id: string,
  isDue: SQL,
): Promise<boolean> {
  const [memory] = await tx
    .select()
    .from(memories)
    .where(and(eq(memories.id, id), isNotNull(memories.deleteOnDeathSince), isDue))
    .for('update');
  if (!memory) return false;
  const { userId } = memory;
  await removeMemory(tx, services, hooks, memory, 'keep');
  await record(tx, services.clock.now(), {
    action: 'memory.erased-after-death',
    actor: 'system',
    userId,
    subjectId: id,
  });
  return true;
}
