import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../profile/profile.table.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the bearer token. */
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the cookie's token, which is a different one and allows reading only. */
    cookieHash: text('cookie_hash').notNull(),
    userAgent: text('user_agent'),
    /** Opened in a browser that had never signed in to this account; the owner is notified. */
    isNewDevice: boolean('is_new_device').notNull().default(false),
    /** When the password was last entered again in this session. */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    uniqueIndex('sessions_cookie_hash_key').on(table.cookieHash),
    index('sessions_user_id').on(table.userId),
    index('sessions_created_at').on(table.createdAt),
    index('sessions_on_new_devices').on(table.createdAt).where(sql`${table.isNewDevice}`),
  ],
);

export type SessionRow = typeof sessions.$inferSelect;

/** A sign-in with the right password whose code is still missing. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the challenge's token. */
    tokenHash: text('token_hash').notNull(),
    validUntil: instant('valid_until').notNull(),
  },
  (table) => [
    uniqueIndex('sign_in_challenges_token_hash_key').on(table.tokenHash),
    index('sign_in_challenges_user_id').on(table.userId),
    index('sign_in_challenges_valid_until').on(table.validUntil),
  ],
);
