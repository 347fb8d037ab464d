import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';

/**
 * How often something was tried, by whom, and until when that counts. The migration makes the table unlogged: a
 * count costs no write to the disk, outlives our processes, and starts again only if PostgreSQL itself crashes.
 */
export const attemptCounts = pgTable(
  'try_counts',
  {
    /** Derived by HMAC from the limit and the address or account: the table names nobody. */
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (table) => [index('try_counts_window_ends_at').on(table.windowEndsAt)],
);
