import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id } from '../../../platform/columns.ts';

/** One row: which installation this database belongs to. Its file store and its mirror hold the same id. */
export const installation = pgTable(
  'installation',
  {
    id: id(),
    /** Sealed, so that it opens only with the secrets of this installation. Null until they are known. */
    secretCheck: text('secret_check'),
    /** Derived from LINK_SECRET, and says nothing about it. Null until it is known. */
    linkFingerprint: text('link_fingerprint'),
    /** Files that no row refers to, and that the sweep did not erase because they are too many. */
    keptOrphans: integer('kept_orphans').notNull().default(0),
  },
  () => [uniqueIndex('installation_one_row_key').on(sql`(true)`)],
);

export type InstallationRow = typeof installation.$inferSelect;
