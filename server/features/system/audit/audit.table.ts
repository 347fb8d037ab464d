import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/columns.ts';

/** Append-only. Holds ids, never content or addresses. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** `system`, or the id of the account that acted. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    userId: uuid('user_id'),
    subjectId: uuid('subject_id'),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [
    index('audit_log_subject_id').on(table.subjectId),
    index('audit_log_user_id').on(table.userId, table.id),
  ],
);
