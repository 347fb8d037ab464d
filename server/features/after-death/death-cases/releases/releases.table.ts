import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** An owner's death is established, and what they left for then goes out. An owner has at most one release in force. */
export const releases = pgTable(
  'releases',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    reportId: uuid('report_id').notNull(),
    releasedAt: instant('released_at').notNull(),
    /** For how many days dated deliveries waited, as the owner had chosen. */
    quietDays: integer('quiet_days').notNull(),
    /** How many memories were erased because the owner wanted that after their death. */
    erasedMemories: integer('erased_memories').notNull().default(0),
    revokedAt: instant('revoked_at'),
    revokedBy: uuid('revoked_by'),
    revokeReason: text('revoke_reason'),
  },
  (table) => [
    uniqueIndex('releases_in_force').on(table.userId).where(sql`${table.revokedAt} is null`),
    index('releases_user_id').on(table.userId, table.releasedAt),
    index('releases_report_id').on(table.reportId),
  ],
);

export type ReleaseRow = typeof releases.$inferSelect;
