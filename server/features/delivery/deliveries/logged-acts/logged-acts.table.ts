import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ActKind } from '../../../../../shared/outbox/logged-acts.ts';
import { id, instant } from '../../../../platform/columns.ts';

/**
 * People's acts as they are in the send log, with the same ids: an entry without a row comes from a database
 * that has been replaced since. Has no foreign keys to the account, since it outlives it.
 */
export const loggedActs = pgTable(
  'logged_acts',
  {
    id: id(),
    kind: text('kind').$type<ActKind>().notNull(),
    /** What they said, if a later act may say otherwise: `yes`, `no`, or a word specific to the kind. */
    said: text('said').notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** The id of a recipient, a schedule, a report, a release or an account. */
    subjectId: uuid('subject_id').notNull(),
    /** For a guardian's answer, the child; for a disowned address, `idOfAddress`; for a revoked release, its report. */
    aboutId: uuid('about_id'),
    at: instant('at').notNull(),
    /** When it was found in the log; null if it was recorded here when it happened. */
    recoveredAt: instant('recovered_at'),
    /** When it took effect again in this database. */
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
