import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../../../platform/columns.ts';

/** When a worker last looked at the clock, for each start of each machine that ran one. */
export const clockSightings = pgTable('clock_sightings', {
  bootId: text('boot_id').primaryKey(),
  uptimeSeconds: doublePrecision('uptime_seconds').notNull(),
  /** By the database's clock, while the process agreed with it. */
  seenAt: instant('seen_at').notNull(),
});
