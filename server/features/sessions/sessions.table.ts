import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../platform/columns.ts';
import { users } from '../accounts/accounts.table.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the bearer token. */
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the cookie's token, which is another one and good for reading only. */
    cookieHash: text('cookie_hash').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    uniqueIndex('sessions_cookie_hash_key').on(table.cookieHash),
    index('sessions_user_id').on(table.userId),
  ],
);
