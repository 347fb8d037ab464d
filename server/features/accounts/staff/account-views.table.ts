import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../profile/profile.table.ts';

/** A member of staff looked at the record of an account. Its owner sees when that was. */
export const accountViews = pgTable(
  'account_views',
  {
    id: id(),
    /** The account that was looked at. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The member of staff. Without a foreign key, since it outlives their account. */
    viewedBy: uuid('viewed_by').notNull(),
    viewedAt: instant('viewed_at').notNull(),
  },
  (table) => [index('account_views_user_id').on(table.userId, table.viewedAt)],
);
