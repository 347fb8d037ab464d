import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../profile/profile.table.ts';

/** An owner's authenticator app; it is still being set up while `users.twoFactorSince` is null. */
export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The secret shared with the app, encrypted with a key derived from the application's secret. */
  sealedSecret: text('sealed_secret').notNull(),
  /** The 30-second step of the last accepted code; codes up to it are refused. */
  lastStep: integer('last_step').notNull().default(0),
  wrongCodesInARow: integer('wrong_codes_in_a_row').notNull().default(0),
  waitUntil: instant('wait_until'),
  /** One salt for all of an owner's codes, so that checking a code takes one hash, not ten. */
  recoverySalt: text('recovery_salt').notNull(),
  /** argon2id hash of the password when it was switched on. Somebody who reads the owner's mail can reset the current one, but not this. */
  passwordWhenOn: text('password_when_on'),
  createdAt: instant('created_at').notNull(),
});

/** A code for signing in if the app is lost; deleted once used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** argon2id */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('recovery_codes_user_id').on(table.userId)],
);
