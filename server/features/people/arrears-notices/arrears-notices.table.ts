import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ArrearsNotice } from '../../../../shared/people/arrears-steps.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

/** What was told of an account in arrears, to its owner and trusted contacts: each step once for each lapse. */
export const arrearsNotices = pgTable(
  'arrears_notices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Until when the account was paid: which lapse it is about. */
    paidThrough: instant('paid_through').notNull(),
    step: text('step').$type<ArrearsNotice>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('arrears_notices_once').on(table.userId, table.paidThrough, table.step)],
);
