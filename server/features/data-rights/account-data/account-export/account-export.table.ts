import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** A copy of everything an owner stores here, as one file. Only an owner's newest one counts. */
export const accountExports = pgTable(
  'account_exports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedAt: instant('requested_at').notNull(),
    /** Percentage of the files' bytes written so far. */
    percent: integer('percent').notNull().default(0),
    readyAt: instant('ready_at'),
    /** When it was abandoned because it took too long. */
    failedAt: instant('failed_at'),
    /** Until when it can be downloaded; then the file is erased. */
    availableUntil: instant('available_until'),
    fileKey: text('file_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    sha256: text('sha256'),
    /** How many of its files are missing or differ from what was saved. */
    brokenFiles: integer('broken_files').notNull().default(0),
  },
  (table) => [
    index('account_exports_user_id').on(table.userId, table.id),
    index('account_exports_requested_at').on(table.requestedAt),
  ],
);

export type AccountExportRow = typeof accountExports.$inferSelect;
