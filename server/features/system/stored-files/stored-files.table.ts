import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';
import type { FileFault } from '../../../platform/storage/file-faults.ts';

/** What is known about each stored file that a row of another feature refers to. */
export const fileChecks = pgTable(
  'file_checks',
  {
    /** Its key in the storage. */
    key: text('key').primaryKey(),
    /** SHA-256 of what was saved, in lower-case hex: from the row that refers to it, otherwise from its first check. */
    sha256: text('sha256'),
    lastCheckedAt: instant('last_checked_at'),
    /** Moved forward when a check begins, so that no other process begins the same one. */
    nextCheckAt: instant('next_check_at').notNull(),
    /** When it was first found to be missing or damaged. */
    brokenAt: instant('broken_at'),
    /** What is wrong with it, if anything. */
    fault: text('fault').$type<FileFault>(),
    /** When a whole copy last took its place. */
    mendedAt: instant('mended_at'),
  },
  (table) => [
    index('file_checks_next_check_at').on(table.nextCheckAt),
    index('file_checks_last_checked_at').on(table.lastCheckedAt),
    index('file_checks_broken').on(table.brokenAt).where(sql`${table.brokenAt} is not null`),
  ],
);

export type FileCheckRow = typeof fileChecks.$inferSelect;
