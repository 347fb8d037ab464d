import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../../platform/columns.ts';

/** The versions of the time-zone rules by which the instants of schedules have been computed again. */
export const timeZoneRules = pgTable('time_zone_rules', {
  /** As IANA names it, for example `2026c`. */
  version: text('version').primaryKey(),
  /** Schedules up to this id are done. */
  doneUpTo: uuid('done_up_to'),
  finishedAt: instant('finished_at'),
});
