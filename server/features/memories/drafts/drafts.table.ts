import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Draft } from '../../../../shared/memories/drafts.ts';
import { instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its kind; for one with an id of its own, its kind and the id. 1.0 keeps one draft under each. */
    key: text('kind').notNull(),
    content: jsonb('content').$type<Draft['content']>().notNull(),
    version: uuid('version').notNull().defaultRandom(),
    /** Where it was written last, in words. */
    device: text('device'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ name: 'drafts_key', columns: [table.userId, table.key] })],
);

export type DraftRow = typeof drafts.$inferSelect;
