import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';

/** Backups that were made of this installation; one that failed leaves no row. */
export const backupRuns = pgTable(
  'backup_runs',
  {
    id: id(),
    finishedAt: instant('finished_at').notNull(),
    files: integer('files').notNull(),
    /** Stored files that were missing or damaged. */
    faults: integer('faults').notNull(),
  },
  (table) => [index('backup_runs_finished_at').on(table.finishedAt)],
);
