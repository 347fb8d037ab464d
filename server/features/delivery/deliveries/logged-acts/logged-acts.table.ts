import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ActKind } from '../../../../../shared/outbox/logged-acts.ts';
import { id, instant } from '../../../../platform/columns.ts';

/**
 * What the send log says that people did, under the same ids: an entry without a row is of a database that was replaced since. Refers to no
 * row of the account, since it outlives it.
 */
export const loggedActs = pgTable(
  'logged_acts',
  {
    id: id(),
    kind: text('kind').$type<ActKind>().notNull(),
    /** What was said, where a later act may say otherwise: `yes`, `no`, or a word of its kind. */
    said: text('said').notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** A recipient, a schedule, a report, a release or an account. */
    subjectId: uuid('subject_id').notNull(),
    /** Of a guardian's answer the child; of a disowning a delivery that went to the address; of a revoked release its report. */
    aboutId: uuid('about_id'),
    at: instant('at').notNull(),
    /** When it was found in the log; null if it was written here as it happened. */
    recoveredAt: instant('recovered_at'),
    /** When it held here again. */
    settledAt: instant('settled_at'),
    settledBy: text('settled_by'),
  },
  (table) => [
    index('logged_acts_subject').on(table.subjectId, table.at),
    index('logged_acts_open')
      .on(table.at, table.id)
      .where(sql`${table.recoveredAt} is not null and ${table.settledAt} is null`),
  ],
);

export type LoggedAct = typeof loggedActs.$inferSelect;
