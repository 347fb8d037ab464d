import { desc } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { backupRuns } from '../health.table.ts';

type BackupRun = typeof backupRuns.$inferSelect;

/** Records for staff that a backup was made. This happens after the backup is complete, so no backup contains its own row. */
export async function recordBackup(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  made: Pick<BackupRun, 'files' | 'faults'>,
): Promise<void> {
  const { files, faults } = made;
  await db.insert(backupRuns).values({ id: newId(), finishedAt: clock.now(), files, faults });
}

/** Undefined if none was ever made. */
export async function lastBackup(db: Queryable): Promise<BackupRun | undefined> {
  const [last] = await db.select().from(backupRuns).orderBy(desc(backupRuns.finishedAt)).limit(1);
  return last;
}
