import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { deletionGraceDays } from '../../../../shared/accounts/deletion-grace.ts';
import { eraseAccount as eraseAccountJob } from '../../../job-list.ts';
import { unlessBackupRuns } from '../../../platform/backup/backup-lock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { agreedNow } from '../../../platform/database-time.ts';
import { requeueLost } from '../../../platform/jobs.ts';
import { clearMailbox } from '../../../platform/mail/mailbox.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import { deleteAccount } from '../../accounts/accounts/accounts.ts';
import { detachReports } from '../../after-death/death-reports/death-reports.ts';
import { transferGiven } from '../../delivery/deliveries/deliveries.ts';
import { isHeld } from '../../delivery/holds/holds.ts';
import { itemKeysOf } from '../../keepsakes/physical-items/physical-items.ts';
import { storedKeysOf } from '../../memories/memories/memories.ts';
import { record } from '../../system/audit/audit.ts';
import { accountExports } from '../account-export/account-export.table.ts';
import { exportKey } from '../account-export/account-export.ts';

/** Waits this long after the days of grace, so that a restore in progress at their end is not overtaken. */
const marginMinutes = 10;
const perSweep = 100;

/** Enqueues the erasure of accounts whose days of grace are over, also where its job was lost. */
export async function eraseAccountsLater(services: Services): Promise<void> {
  await requeueLost(services, eraseAccountJob, (db, isLost) =>
    db
      .select({ userId: users.id })
      .from(users)
      .where(and(isToBeErased(services.clock), isLost(users.id)))
      .orderBy(asc(users.deletionRequestedAt))
      .limit(perSweep),
  );
}

/**
 * Erases an account whose days of grace are over: first the files, then the rows, so that after a crash in between the
 * rows still say what is to be erased. What people may keep is handed over before. The audit log keeps ids, which then refer to
 * nobody.
 */
export async function eraseAccount(services: Services, userId: string): Promise<void> {
  const { db, clock, storage, log } = services;
  const isTheirs = eq(users.id, userId);
  const [owner] = await db
    .select()
    .from(users)
    .where(and(isTheirs, isToBeErased(clock)));
  if (!owner) return;
  const isErased = await unlessBackupRuns(db, async () => {
    if (owner.deletionReceived === 'keep')
      await inTransaction(db, (tx) => transferGiven(tx, services, owner));
    for (const key of await filesOf(db, owner)) await storage.remove(key);
    await inTransaction(db, async (tx) => {
      await detachReports(tx, userId);
      if (!(await deleteAccount(tx, userId, isToBeErased(clock)))) return;
      await clearMailbox(tx, owner.email);
      await record(tx, clock.now(), {
        action: 'account.erased',
        actor: 'system',
        userId,
        subjectId: userId,
        details: { received: owner.deletionReceived },
      });
    });
  });
  // Otherwise the sweep enqueues it again.
  if (isErased) log.info({ userId }, 'an account was erased');
}

/**
 * Are the days of grace over? Never while the clocks differ or deliveries are held: either may mean that the time is wrong. Nor
 * while the owner is kept from signing in, and could not take it back.
 */
function isToBeErased(clock: Clock): SQL {
  const grace = sql`make_interval(hours => ${deletionGraceDays * 24}, mins => ${marginMinutes})`;
  return sql`(${users.deletionRequestedAt} <= ${agreedNow(clock)} - ${grace} and ${users.suspendedAt} is null and not ${isHeld})`;
}

async function filesOf(db: Queryable, { id, profilePicture }: UserRow): Promise<string[]> {
  const exported = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(eq(accountExports.userId, id));
  const others = [...exported.map((row) => exportKey(row.id)), profilePicture];
  const kept = [...(await storedKeysOf(db, id)), ...(await itemKeysOf(db, id))];
  return [...kept, ...others.filter((key) => key !== null)];
}
