import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';

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

/** When a worker last looked at the clock, for each start of each machine that ran one. */
export const clockSightings = pgTable('clock_sightings', {
  bootId: text('boot_id').primaryKey(),
  uptimeSeconds: doublePrecision('uptime_seconds').notNull(),
  /** By the database's clock, while the process agreed with it. */
  seenAt: instant('seen_at').notNull(),
});
