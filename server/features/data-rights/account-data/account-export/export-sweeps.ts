import { and, asc, eq, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { exportAvailableHours } from '../../../../../shared/data-rights/account-export.ts';
import { buildExport, eraseFiles } from '../../../../job-list.ts';
import { unlessBackupRuns } from '../../../../platform/backup/backup-lock.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { agreedNow } from '../../../../platform/database-time.ts';
import { announce } from '../../../../platform/events.ts';
import { requeueLost } from '../../../../platform/jobs.ts';
import { record } from '../../../system/audit/audit.ts';
import { accountExports } from './account-export.table.ts';
import { exportKey } from './account-export.ts';

/** An export that takes longer is abandoned. */
const longestBuildHours = 6;
const perSweep = 100;

/** Abandons exports that take too long, and requeues those whose jobs were lost with the queue. */
export async function resumeExports(services: Services): Promise<void> {
  const { db, clock, sweeps } = services;
  const tooLong = lt(accountExports.requestedAt, minutesAfter(clock.now(), -longestBuildHours * 60));
  const stuck = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(and(isUnfinished, tooLong));
  await sweeps.each('stuck-exports', stuck, ({ id }) => giveUp(services, id));
  await requeueLost(services, buildExport, (queryable, isLost) =>
    queryable
      .select({ exportId: accountExports.id })
      .from(accountExports)
      .where(and(isUnfinished, isLost(accountExports.id)))
      .orderBy(asc(accountExports.requestedAt))
      .limit(perSweep),
  );
}

const isUnfinished = and(isNull(accountExports.readyAt), isNull(accountExports.failedAt));

function giveUp({ db, jobs, clock }: Services, exportId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const failed = await tx
      .update(accountExports)
      .set({ failedAt: now })
      .where(and(eq(accountExports.id, exportId), isUnfinished))
      .returning();
    for (const { id, userId } of failed) {
      await jobs.enqueue(tx, eraseFiles, [{ keys: [exportKey(id)] }]);
      await record(tx, now, { action: 'export.failed', actor: 'system', userId, subjectId: id });
      await announce(tx, userId, ['export']);
    }
  });
}

/** Erases expired exports, unless a backup runs: first the file, then the row that says where it is. */
export async function eraseOldExports(services: Services): Promise<void> {
  await unlessBackupRuns(services.db, () => eraseOver(services));
}

async function eraseOver(services: Services): Promise<void> {
  const { db, clock, storage, sweeps } = services;
  const now = agreedNow(clock);
  const longAgo = sql`${now} - make_interval(hours => ${exportAvailableHours})`;
  const over = await db
    .select()
    .from(accountExports)
    .where(
      and(
        or(lte(accountExports.availableUntil, now), lte(accountExports.failedAt, longAgo)),
        notInArray(accountExports.id, sweeps.putOff('expired-exports')),
      ),
    )
    .limit(perSweep);
  await sweeps.each('expired-exports', over, async ({ id, userId }) => {
    await storage.remove(exportKey(id));
    await inTransaction(db, async (tx) => {
      await tx.delete(accountExports).where(eq(accountExports.id, id));
      await record(tx, clock.now(), { action: 'export.erased', actor: 'system', userId, subjectId: id });
      await announce(tx, userId, ['export']);
    });
  });
}
