import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';
import type { FileFault } from '../../../platform/storage/file-faults.ts';

/** What is known of each stored file that a row of another feature refers to. */
export const fileChecks = pgTable(
  'file_checks',
  {
    /** Under which it is stored. */
    key: text('key').primaryKey(),
    /** Of what was saved: as its row tells, else as it was at its first check. In lower-case hex. */
    sha256: text('sha256'),
    lastCheckedAt: instant('last_checked_at'),
    /** A check that begins puts it off, so that no other process begins it too. */
    nextCheckAt: instant('next_check_at').notNull(),
    /** Since when we know that it is not what was saved. */
    brokenAt: instant('broken_at'),
    /** What is wrong with it; null where nothing is. */
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
