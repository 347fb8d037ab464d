import { sql } from 'drizzle-orm';
import { pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../../platform/columns.ts';

/** A period in which no member of staff signed in, starting with the warning. */
export const staffAbsences = pgTable(
  'staff_absences',
  {
    id: id(),
    /** When a member of staff last signed in. */
    since: instant('since').notNull(),
    /** When staff were warned. */
    warnedAt: instant('warned_at').notNull(),
    /** When selling stopped and the successors were told. */
    toldAt: instant('told_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('staff_absences_open_key')
      .on(sql`(${table.endedAt} is null)`)
      .where(sql`${table.endedAt} is null`),
  ],
);

export type StaffAbsenceRow = typeof staffAbsences.$inferSelect;
