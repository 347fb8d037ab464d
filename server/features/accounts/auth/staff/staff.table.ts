import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../profile/profile.table.ts';

/** A member of staff gave the staff role to somebody or withdrew it, or proposed to. */
export const staffRoleChanges = pgTable(
  'staff_role_changes',
  {
    id: id(),
    /** Whose role it is. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'grant' | 'withdrawal'>().notNull(),
    state: text('state').$type<'proposed' | 'made' | 'refused' | 'taken_back' | 'ended'>().notNull(),
    /** The member of staff. No foreign key, since it outlives their account. */
    proposedBy: uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    reason: text('reason').notNull(),
    /** When it was confirmed, refused, taken back or ended, and who did that; nobody if it ended by itself. */
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by'),
  },
  (table) => [
    uniqueIndex('staff_role_changes_proposed_key').on(table.userId).where(sql`${table.state} = 'proposed'`),
    index('staff_role_changes_user_id').on(table.userId),
  ],
);

export type StaffRoleChangeRow = typeof staffRoleChanges.$inferSelect;

/** A member of staff looked at an account. Its owner sees when. */
export const accountViews = pgTable(
  'account_views',
  {
    id: id(),
    /** The account that was looked at. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The member of staff. No foreign key, since it outlives their account. */
    viewedBy: uuid('viewed_by').notNull(),
    viewedAt: instant('viewed_at').notNull(),
  },
  (table) => [index('account_views_user_id').on(table.userId, table.viewedAt)],
);
