import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Reporters } from '../../../../shared/after-death/release-wishes.ts';
import { instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

/** What an owner chose about reports of their death. Without a row, nothing was chosen. The quiet days are a column of `users`. */
export const releaseWishes = pgTable(
  'release_wishes',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    reporters: text('reporters').$type<Reporters>().notNull().default('anyone'),
    objectionDays: integer('objection_days'),
    /** What applied before the choices above became less strict, and until when it still applies. */
    stricterReporters: text('stricter_reporters').$type<Reporters>(),
    stricterObjectionDays: integer('stricter_objection_days'),
    stricterUntil: instant('stricter_until'),
    noteToContacts: text('note_to_contacts'),
    stoppingCodeHash: text('stopping_code_hash'),
    stoppingCodeMadeAt: instant('stopping_code_made_at'),
    stoppingCodeUsedAt: instant('stopping_code_used_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('release_wishes_stopping_code_hash_key').on(table.stoppingCodeHash)],
);

export type ReleaseWishesRow = typeof releaseWishes.$inferSelect;
