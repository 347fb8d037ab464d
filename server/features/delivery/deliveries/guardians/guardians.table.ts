import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GuardianAnswer } from '../../../../../shared/delivery/guardians.ts';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { schedules } from '../deliveries.table.ts';

/** A question to a guardian: whether what one schedule brings to a child may be delivered. */
export const guardianQuestions = pgTable(
  'guardian_questions',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    scheduleId: belongsTo('schedule_id', () => schedules.id),
    /** The child. */
    recipientId: belongsTo('recipient_id', () => recipients.id),
    /** Who was asked. A question to somebody who is no longer the guardian is ignored. */
    guardianId: belongsTo('guardian_id', () => recipients.id),
    /** When the schedule was due when they were asked. */
    dueAt: instant('due_at').notNull(),
    askedAt: instant('asked_at').notNull(),
    answer: text('answer').$type<GuardianAnswer>(),
    answeredAt: instant('answered_at'),
    /** With "not yet": the day on which they are asked again; null for never. */
    askAgainOn: date('ask_again_on', { mode: 'string' }),
  },
  (table) => [
    uniqueIndex('guardian_questions_schedule_recipient_key').on(table.scheduleId, table.recipientId),
    index('guardian_questions_recipient_id').on(table.recipientId),
    index('guardian_questions_guardian_id').on(table.guardianId),
    index('guardian_questions_user_id').on(table.userId),
    index('guardian_questions_ask_again').on(table.askAgainOn).where(sql`${table.askAgainOn} is not null`),
  ],
);

export type GuardianQuestionRow = typeof guardianQuestions.$inferSelect;

/** The page for one guardian about one child. */
export const guardianLinks = pgTable(
  'guardian_links',
  {
    /** Derived from both people, so that a restored database has the same link. */
    id: uuid('id').primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    guardianId: belongsTo('guardian_id', () => recipients.id),
    /** Grows whenever the link is replaced. */
    generation: integer('generation').notNull().default(1),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('guardian_links_token_hash_key').on(table.tokenHash),
    index('guardian_links_recipient_id').on(table.recipientId),
    index('guardian_links_guardian_id').on(table.guardianId),
    index('guardian_links_user_id').on(table.userId),
  ],
);

export type GuardianLinkRow = typeof guardianLinks.$inferSelect;
