import { type SQL, sql } from 'drizzle-orm';
import { deletionGraceDays, releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { ErasureWait } from '../../../../../shared/staff/people.ts';
import type { Services } from '../../../../platform/context.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { isUntoldOfDeletion } from '../../../accounts/profile/profile.ts';
import { isPerhapsDead } from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { isStillCharged } from '../../../billing/subscriptions/subscriptions.ts';
import { isHeld } from '../../../delivery/deliveries/holds/holds.ts';
import { isAnythingKept } from '../../../keepsakes/physical-items/physical-items.ts';

/** Waits this long after the grace period, so that the erasure does not overtake a restore in progress. */
const marginMinutes = 10;

/**
 * SQL: the grace period is over. Never while the clocks differ or deliveries are held, since the time may be wrong; nor while the owner cannot
 * sign in to cancel it, or has not been told, since somebody else may have requested it; nor while we hold an item of theirs, which may have arrived
 * since, or the provider goes on charging them; nor while they may have died, since somebody else may have asked, or a release can be undone. An erasure that has begun is always finished.
 */
export function isToBeErased(services: Pick<Services, 'clock' | 'payments'>): SQL {
  const { clock } = services;
  const grace = sql`make_interval(hours => ${deletionGraceDays * 24}, mins => ${marginMinutes})`;
  const isOver = sql`${users.deletionRequestedAt} <= ${agreedNow(clock)} - ${grace}`;
  const waits = sql.join(Object.values(waitsOf(services)), sql` or `);
  return sql`(${users.deletionRequestedAt} is not null and (${users.erasureBegunAt} is not null
    or (${isOver} and not (${waits}))))`;
}

/** SQL for each of the reasons why an erasure waits. */
function waitsOf(services: Pick<Services, 'clock' | 'payments'>): Record<ErasureWait, SQL> {
  const { clock } = services;
  return {
    suspended: sql`${users.suspendedAt} is not null`,
    held: isHeld,
    untold: isUntoldOfDeletion({ clock }),
    items: isAnythingKept,
    charged: isStillCharged(services),
    reported: isPerhapsDead({ clock }),
    released: isRevocable(clock),
  };
}

/** The first of the reasons why the erasure of this account waits, or null; also null once it has begun. */
export async function findErasureWait(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  userId: string,
): Promise<ErasureWait | null> {
  const whens = Object.entries(waitsOf(services)).map(
    ([wait, holds]) => sql`when ${holds} then ${wait}::text`,
  );
  const { rows } = await services.db.execute<{ wait: ErasureWait | null }>(sql`
    select case ${sql.join(whens, sql` `)} end as wait from ${users}
    where ${users.id} = ${userId} and ${users.erasureBegunAt} is null`);
  return rows[0]?.wait ?? null;
}

/** SQL: a release of the owner can still be undone. */
function isRevocable(clock: Services['clock']): SQL {
  const undo = sql`make_interval(hours => ${releaseUndoDays * 24})`;
  return sql`(${users.memorialisedAt} is not null and ${users.memorialisedAt} > ${agreedNow(clock)} - ${undo})`;
}
