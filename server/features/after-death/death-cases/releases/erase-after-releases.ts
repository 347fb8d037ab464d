import { and, asc, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { isHeld } from '../../../delivery/deliveries/holds/holds.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { eraseAfterDeath, type MemoryHooks } from '../../../memories/memories/memories.ts';
import { releases } from './releases.table.ts';

const sweep = 'memories-to-erase';
const perSweep = 100;

/**
 * Erases what owners wanted deleted when they die, once the time to undo the release is over. A job removes
 * the files after the rows; files that a crash leaves behind are found as orphans.
 */
export async function eraseAfterReleases(services: Services, hooks: MemoryHooks): Promise<void> {
  const { db, clock, sweeps } = services;
  const due = await db
    .select({ id: memories.id, userId: memories.userId })
    .from(memories)
    .where(
      and(
        isNotNull(memories.deleteOnDeathSince),
        isOver(clock),
        notInArray(memories.id, sweeps.putOff(sweep)),
      ),
    )
    .orderBy(asc(memories.id))
    .limit(perSweep);
  await sweeps.each(sweep, due, ({ id, userId }) =>
    inTransaction(db, async (tx) => {
      // A revocation takes this lock too: either it comes first and nothing is due, or it finds that it is too late.
      await lockOwner(tx, userId);
      if (!(await eraseAfterDeath(tx, services, hooks, id, isOver(clock)))) return;
      await tx
        .update(releases)
        .set({ erasedMemories: sql`${releases.erasedMemories} + 1` })
        .where(and(eq(releases.userId, userId), isNull(releases.revokedAt)));
    }),
  );
}

/** SQL: the owner of the memory was released long enough ago, and deliveries are not held. Never while the clocks differ. */
function isOver(clock: Clock): SQL {
  const undo = sql`make_interval(hours => ${releaseUndoDays * 24})`;
  return sql`(not ${isHeld} and exists (select 1 from ${users}
    where ${users.id} = ${memories.userId} and ${users.memorialisedAt} <= ${agreedNow(clock)} - ${undo}))`;
}
