import { and, asc, eq, sql } from 'drizzle-orm';
import { eraseAccount as eraseAccountJob } from '../../../../job-list.ts';
import { unlessBackupRuns } from '../../../../platform/backup/backup-lock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { requeueLost } from '../../../../platform/jobs.ts';
import { clearMailbox } from '../../../../platform/mail/mailbox.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { deleteAccount, markErasureBegun } from '../../../accounts/profile/profile.ts';
import { detachReports } from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { transferGiven } from '../../../delivery/deliveries/given/given.ts';
import { rememberAct } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { itemKeysOf } from '../../../keepsakes/physical-items/physical-items.ts';
import { storedKeysOf } from '../../../memories/memories/memories.ts';
import { partKeysOf } from '../../../memories/memories/uploads/uploads.ts';
import { recordErasure } from '../../../system/audit/audit.ts';
import { accountExports } from '../account-export/account-export.table.ts';
import { exportKey } from '../account-export/account-export.ts';
import { isToBeErased } from './when-erased.ts';

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
