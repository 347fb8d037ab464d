import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CorrectedField, TrustedAnswer } from '../../../../../shared/after-death/trusted-access.ts';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { encryptedNotes } from '../../../../platform/encrypted-notes.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';

export const trustedAccess = pgTable(
  'trusted_access',
  {
    /** Derived from the report and the contact, so that a restored database produces the same link. */
    id: id(),
    reportId: belongsTo('report_id', () => deathReports.id),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    /** Counts the links of this contact: when staff change their address, the previous link stops working. */
    generation: integer('generation').notNull().default(1),
    tokenHash: text('token_hash').notNull(),
    /** When we last sent them a message about the death. Whoever was told of it is also told what became of it. */
    toldAt: instant('told_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('trusted_access_token_hash_key').on(table.tokenHash),
    uniqueIndex('trusted_access_report_recipient_key').on(table.reportId, table.recipientId),
    index('trusted_access_user_id').on(table.userId),
    index('trusted_access_recipient_id').on(table.recipientId),
  ],
);

export type TrustedAccessRow = typeof trustedAccess.$inferSelect;

export const trustedAnswers = pgTable(
  'trusted_answers',
  {
    id: id(),
    accessId: belongsTo('access_id', () => trustedAccess.id),
    /** When the window began; staff may begin another one after an answer. */
    windowBeganAt: instant('window_began_at').notNull(),
    answer: text('answer').$type<TrustedAnswer>().notNull(),
    /** In the contact's words, for staff; sealed. */
    note: text('note'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('trusted_answers_once').on(table.accessId, table.windowBeganAt)],
);

export const recipientCorrections = pgTable(
  'recipient_corrections',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    reportId: belongsTo('report_id', () => deathReports.id),
    /** Who changed it; null once the owner has removed that contact. */
    accessId: uuid('access_id').references(() => trustedAccess.id, { onDelete: 'set null' }),
    field: text('field').$type<CorrectedField>().notNull(),
    oldValue: text('old_value'),
    newValue: text('new_value'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('recipient_corrections_report_id').on(table.reportId, table.id),
    index('recipient_corrections_access_id').on(table.accessId),
    index('recipient_corrections_user_id').on(table.userId),
    index('recipient_corrections_recipient_id').on(table.recipientId),
  ],
);

export const contactNotes = encryptedNotes({
  of: 'trusted contacts',
  table: trustedAnswers,
  columns: ['note'],
  sealedFor: (subject) => ({ purpose: 'trusted-answer', subject }),
});
