import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PastDueNotice } from '../../../../shared/billing/past-due.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

/** The link with which anybody may pay what is due on an account: one for each lapse. */
export const keepCurrentLinks = pgTable(
  'keep_current_links',
  {
    /** Derived from the owner and the lapse, so that a restored database creates the same link. */
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Since when nothing is due: the link says so for some weeks, and then opens nothing. */
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('keep_current_links_token_hash_key').on(table.tokenHash),
    uniqueIndex('keep_current_links_of_owner').on(table.userId).where(sql`${table.settledAt} is null`),
    index('keep_current_links_user_id').on(table.userId),
  ],
);

export type KeepCurrentLinkRow = typeof keepCurrentLinks.$inferSelect;

/** Notices about a past-due account to its owner and trusted contacts: each step once per lapse. */
export const pastDueNotices = pgTable(
  'arrears_notices',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Until when the account was paid, which identifies the lapse. */
    paidThrough: instant('paid_through').notNull(),
    step: text('step').$type<PastDueNotice>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('arrears_notices_once').on(table.userId, table.paidThrough, table.step)],
);
