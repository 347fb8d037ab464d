import { sql } from 'drizzle-orm';
import { date, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';

/** The end of the service, as announced by its operator. A withdrawn one is kept, so that everybody can read what was said. */
export const closings = pgTable(
  'closings',
  {
    id: id(),
    announcedAt: instant('announced_at').notNull(),
    announcedBy: text('announced_by').notNull(),
    /** The last day on which something is delivered. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    withdrawnAt: instant('withdrawn_at'),
    /** When everything that was given had been written as static files, and deliveries had stopped. */
    closedAt: instant('closed_at'),
    /** The day until which these files are to stay online. */
    linksUntil: date('links_until', { mode: 'string' }),
  },
  (table) => [
    uniqueIndex('closings_in_force_key')
      .on(sql`(${table.withdrawnAt} is null)`)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

export type ClosingRow = typeof closings.$inferSelect;
