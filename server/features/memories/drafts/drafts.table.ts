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
    kind: text('kind').notNull(),
    content: jsonb('content').$type<Draft['content']>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ name: 'drafts_key', columns: [table.userId, table.kind] })],
);

export type DraftRow = typeof drafts.$inferSelect;
