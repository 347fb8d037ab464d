import { sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../database.ts';

/**
 * Name of the advisory lock that keeps stored files where they are while a backup runs. A backup holds it exclusively
 * in its session, so that a killed one holds nothing; everything that removes files takes it shared.
 */
export const backupLock = 'backup';

/**
 * Runs `work`, which removes stored files, unless a backup is running: it may have saved rows that refer to them.
 * Returns whether it ran. A backup that starts in the meantime waits for it.
 */
export function unlessBackupRuns(db: Database, work: () => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const answer = await tx.execute<{ shared: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(hashtextextended(${backupLock}, 0)) as shared`,
    );
    if (!answer.rows[0]?.shared) return false;
    await work();
    return true;
  });
}
