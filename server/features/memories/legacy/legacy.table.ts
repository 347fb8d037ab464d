import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

export const legacyAnswers = pgTable(
  'legacy_answers',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    questionIndex: integer('question_index').notNull(),
    /** The wording of the question when it was last answered. */
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    /** Begins by chance and is incremented with each change of the answer. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [uniqueIndex('legacy_answers_key').on(table.userId, table.questionIndex)],
);

export type LegacyAnswerRow = typeof legacyAnswers.$inferSelect;
