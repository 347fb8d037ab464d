import { and, inArray, isNull, sql } from 'drizzle-orm';
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { holdingKinds } from '../../../../../shared/after-death/life-changes.ts';
import type { LifeChangeKind } from '../../../../../shared/after-death/trusted-access.ts';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { encryptedNotes } from '../../../../platform/encrypted-notes.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../../death-cases/contacts/contacts.table.ts';

/** What a trusted contact told us about somebody's life. Until an entry of a kind that holds has ended, nothing is sent to that person. */
export const lifeChanges = pgTable(
  'life_changes',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    /** Who said it; null once the owner has removed that contact. */
    accessId: uuid('access_id').references(() => trustedAccess.id, { onDelete: 'set null' }),
    kind: text('kind').$type<LifeChangeKind>().notNull(),
    /** In the contact's words; sealed. */
    note: text('note'),
    /** For a minor: the guardian whom the contact names, and the date of birth, until staff confirm them. */
    guardianId: uuid('guardian_id').references(() => recipients.id, { onDelete: 'set null' }),
    birthday: date('birthday', { mode: 'string' }),
    createdAt: instant('created_at').notNull(),
    /** When staff last answered or decided, who did, and what they wrote to the contact; the words are sealed. */
    answeredAt: instant('answered_at'),
    staffId: uuid('staff_id'),
    staffNote: text('staff_note'),
    /** When staff found that this person has died. It is final. */
    confirmedAt: instant('confirmed_at'),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<'contact' | 'staff' | 'system'>(),
  },
  (table) => [
    uniqueIndex('life_changes_open_key')
      .on(table.recipientId, table.kind)
      .where(sql`${table.endedAt} is null`),
    index('life_changes_unended').on(table.createdAt, table.id).where(sql`${table.endedAt} is null`),
    index('life_changes_ended').on(table.createdAt, table.id).where(sql`${table.endedAt} is not null`),
    index('life_changes_user_id').on(table.userId),
    index('life_changes_recipient_id').on(table.recipientId),
    index('life_changes_access_id').on(table.accessId),
    index('life_changes_guardian_id').on(table.guardianId),
  ],
);

export type LifeChangeRow = typeof lifeChanges.$inferSelect;

/** SQL: whether it holds back everything for that person. */
export const isHoldingOpen = and(inArray(lifeChanges.kind, [...holdingKinds]), isNull(lifeChanges.endedAt));

export const lifeChangeNotes = encryptedNotes({
  of: "changes in somebody's life",
  table: lifeChanges,
  columns: ['note', 'staffNote'],
  sealedFor: (changeId, column) => ({ purpose: 'life-change', subject: `${changeId}:${column}` }),
});
