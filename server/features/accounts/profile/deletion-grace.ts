import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { deletionGraceDays } from '../../../../shared/accounts/time-limits.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { agreedNow, readDatabaseTime } from '../../../platform/database-time.ts';
import { isAwaited } from '../../outbox/messages/mails/mails.table.ts';
import { type UserRow, users } from './profile.table.ts';

// The days for which a deletion waits. They do not end before the owner was told of it: somebody else may have
// requested it while our mail server was down. It can be taken back until the erasure has begun, which may be later.

/** When an account will be erased whose deletion was requested; null for any other. */
export function erasedAfter({ deletionRequestedAt }: Pick<UserRow, 'deletionRequestedAt'>): Date | null {
  return deletionRequestedAt && wholeDaysAfter(deletionRequestedAt, deletionGraceDays);
}

/** The columns of an account that stays. */
export const notBeingDeleted = { deletionRequestedAt: null, deletionAskedAt: null, deletionReceived: null };

/** When the deletion was asked for, by the owner or somebody signed in as them; null for any other account. */
export function deletionAskedAt(user: Pick<UserRow, 'deletionAskedAt' | 'deletionRequestedAt'>): Date | null {
  // A process of the version before stores only the latter.
  return user.deletionRequestedAt && (user.deletionAskedAt ?? user.deletionRequestedAt);
}

/** For how long reports without a proof may put off a deletion: whoever invents them must not keep an owner from leaving. */
const mostDaysPutOff = 60;

/** SQL on a row of users, false or null if not: a report of the owner's death without a proof can still put off the deletion. */
export function canBePutOff({ clock }: Pick<Services, 'clock'>): SQL {
  const asked = sql`coalesce(${users.deletionAskedAt}, ${users.deletionRequestedAt})`;
  return sql`${asked} > ${clock.databaseNow()} - make_interval(hours => ${mostDaysPutOff * 24})`;
}

/** Lets the days begin again if the account is being deleted, after a report with or without a proof. An erasure that has begun goes on. */
export async function renewGrace(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  { userId, hasProof }: { userId: string; hasProof: boolean },
): Promise<void> {
  const isPutOff = hasProof ? isNotNull(users.deletionRequestedAt) : canBePutOff(services);
  await tx
    .update(users)
    .set({
      deletionRequestedAt: await readDatabaseTime(tx, services.clock),
      // A process of the version before has not stored when it was asked for.
      deletionAskedAt: sql`coalesce(${users.deletionAskedAt}, ${users.deletionRequestedAt})`,
    })
    .where(and(eq(users.id, userId), isPutOff, isNull(users.erasureBegunAt)));
}

/** SQL on a row of users: its owner has not been told yet. Names are written out, since a query of `users` alone omits the table's. */
export function isUntoldOfDeletion({ clock }: Pick<Services, 'clock'>): SQL<boolean> {
  const end = sql`(users.deletion_requested_at + make_interval(hours => ${deletionGraceDays * 24}))`;
  return sql`exists (select 1 from outbox_mails
    where outbox_mails.user_id = users.id and outbox_mails.kind = 'deletion-requested' and ${isAwaited(end, agreedNow(clock))})`;
}
