import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Draft } from '../../../../../shared/memories/drafts.ts';
import { instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its kind; or, for a draft with an id of its own, its kind and the id. Version 1.0 keeps one draft under each. */
    key: text('kind').notNull(),
    content: jsonb('content').$type<Draft['content']>().notNull(),
    version: uuid('version').notNull().defaultRandom(),
    /** A description of where it was last written. */
    device: text('device'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ name: 'drafts_key', columns: [table.userId, table.key] })],
);

export type DraftRow = typeof drafts.$inferSelect;
