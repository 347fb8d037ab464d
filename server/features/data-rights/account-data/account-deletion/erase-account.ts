import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { deletionGraceDays, releaseUndoDays } from '../../../../../shared/accounts/time-limits.ts';
import type { ErasureWait } from '../../../../../shared/staff/people.ts';
import { eraseAccount as eraseAccountJob } from '../../../../job-list.ts';
import { unlessBackupRuns } from '../../../../platform/backup/backup-lock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { requeueLost } from '../../../../platform/jobs.ts';
import { clearMailbox } from '../../../../platform/mail/mailbox.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { deleteAccount, isUntoldOfDeletion, markErasureBegun } from '../../../accounts/profile/profile.ts';
import {
  detachReports,
  isPerhapsDead,
} from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { isStillCharged } from '../../../billing/subscriptions/subscriptions.ts';
import { transferGiven } from '../../../delivery/deliveries/given/given.ts';
import { isHeld } from '../../../delivery/deliveries/holds/holds.ts';
import { rememberAct } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { isAnythingKept, itemKeysOf } from '../../../keepsakes/physical-items/physical-items.ts';
import { storedKeysOf } from '../../../memories/memories/memories.ts';
import { partKeysOf } from '../../../memories/memories/uploads/uploads.ts';
import { recordErasure } from '../../../system/audit/audit.ts';
import { accountExports } from '../account-export/account-export.table.ts';
import { exportKey } from '../account-export/account-export.ts';

/** Waits this long after the grace period, so that the erasure does not overtake a restore in progress. */
const marginMinutes = 10;
const perSweep = 100;

/** Enqueues the erasure of accounts whose grace period is over, again if its job was lost. */
export async function eraseAccountsLater(services: Services): Promise<void> {
  await requeueLost(services, eraseAccountJob, (db, isLost) =>
    db
      .select({ userId: users.id })
      .from(users)
      .where(and(isToBeErased(services), isLost(users.id)))
      .orderBy(asc(users.deletionRequestedAt), asc(users.id))
      .limit(perSweep),
  );
}

/**
 * Erases an account whose grace period is over. First it is marked, under the lock that a restore takes:
 * before that nothing is touched, and from then on it is erased whatever happens. Then what people may keep
 * is handed over, then the files are removed, then the rows, so that after a crash the rows still say what is
 * left to erase. The audit log keeps who did what, with ids that no longer refer to anybody.
 */
export async function eraseAccount(services: Services, userId: string): Promise<void> {
  const { db, storage, log } = services;
  // If a backup prevents this now, the sweep enqueues it again.
  await unlessBackupRuns(db, async () => {
    const owner = await markErasureBegun(services, userId, isToBeErased(services));
    if (!owner) return;
    if (owner.deletionReceived === 'keep')
      await inTransaction(db, (tx) => transferGiven(tx, services, owner));
    for (const key of await filesOf(db, owner)) await storage.remove(key);
    if (await eraseRows(services, owner)) log.info({ userId }, 'an account was erased');
  });
}

function eraseRows(services: Services, { id, email, deletionReceived }: UserRow): Promise<boolean> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    await detachReports(tx, id);
    if (!(await deleteAccount(tx, id, sql`${users.erasureBegunAt} is not null`))) return false;
    await clearMailbox(tx, email);
    await recordErasure(tx, clock.now(), {
      action: 'account.erased',
      actor: 'system',
      userId: id,
      subjectId: id,
      details: { received: deletionReceived },
    });
    await rememberAct(tx, services, {
      ...{ kind: 'account-erased', said: deletionReceived ?? 'keep', ownerId: id, subjectId: id },
    });
    return true;
  });
}

/**
 * SQL: the grace period is over. Never while the clocks differ or deliveries are held, since the time may be wrong; nor while the owner cannot
 * sign in to cancel it, or has not been told, since somebody else may have requested it; nor while we hold an item of theirs, which may have arrived
 * since, or the provider goes on charging them; nor while they may have died, since somebody else may have asked, or a release can be undone. An erasure that has begun is always finished.
 */
function isToBeErased(services: Pick<Services, 'clock' | 'payments'>): SQL {
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
    not_told: isUntoldOfDeletion({ clock }),
    items_stored: isAnythingKept,
    still_charged: isStillCharged(services),
    death_report: isPerhapsDead({ clock }),
    release: isRevocable(clock),
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

async function filesOf(db: Queryable, { id, profilePicture }: UserRow): Promise<string[]> {
  const exported = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(eq(accountExports.userId, id));
  const others = [...exported.map((row) => exportKey(row.id)), profilePicture];
  const kept = [
    ...(await storedKeysOf(db, id)),
    ...(await itemKeysOf(db, id)),
    ...(await partKeysOf(db, id)),
  ];
  return [...kept, ...others.filter((key) => key !== null)];
}
