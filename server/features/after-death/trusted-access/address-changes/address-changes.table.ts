import { and, isNotNull, isNull, sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Channel } from '../../../../../shared/outbox/channels.ts';
import { belongsTo, id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../../death-cases/contacts/contacts.table.ts';
import { deathReports } from '../../death-cases/death-reports/death-reports.table.ts';

/** Somebody other than the owner changed where a recipient is reached, or proposes to. */
export const addressChanges = pgTable(
  'address_changes',
  {
    id: id(),
    userId: belongsTo('user_id', () => users.id),
    recipientId: belongsTo('recipient_id', () => recipients.id),
    /** The report by which the owner was released; null while the owner is alive. */
    reportId: uuid('report_id').references(() => deathReports.id, { onDelete: 'set null' }),
    by: text('by').$type<'contact' | 'staff' | 'recipient'>().notNull(),
    byName: text('by_name').notNull(),
    /** The contact's link; null once the owner has removed that contact. */
    accessId: uuid('access_id').references(() => trustedAccess.id, { onDelete: 'set null' }),
    /** The member of staff who proposed it, the delivery that they were looking at, and why. */
    staffId: uuid('staff_id'),
    deliveryId: uuid('delivery_id'),
    reason: text('reason'),
    state: text('state').$type<'proposed' | 'made' | 'refused' | 'put_back' | 'ended'>().notNull(),
    oldEmail: text('old_email'),
    newEmail: text('new_email'),
    oldSecondEmail: text('old_second_email'),
    newSecondEmail: text('new_second_email'),
    oldPhone: text('old_phone'),
    newPhone: text('new_phone'),
    oldMailingAddress: text('old_mailing_address'),
    newMailingAddress: text('new_mailing_address'),
    createdAt: instant('created_at').notNull(),
    /** When staff confirmed or refused a proposal, and who did. */
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by'),
    /** Nothing is sent to this person before then. Null until the change is made. */
    inForceFrom: instant('in_force_from'),
    /** Since when somebody says that it is wrong: through a link, or a member of staff (`heldBy`); or nobody has heard of it (hold-unheard.ts). */
    disputedAt: instant('disputed_at'),
    heldBy: uuid('held_by'),
    /** When staff found out who was right, and who did. */
    settledAt: instant('settled_at'),
    settledBy: uuid('settled_by'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('address_changes_proposed_key').on(table.recipientId).where(sql`${table.state} = 'proposed'`),
    index('address_changes_recipient_id').on(table.recipientId, table.createdAt),
    index('address_changes_user_id').on(table.userId),
    index('address_changes_report_id').on(table.reportId),
    index('address_changes_access_id').on(table.accessId),
    index('address_changes_disputed')
      .on(table.recipientId)
      .where(
        sql`${table.disputedAt} is not null and ${table.settledAt} is null and ${table.endedAt} is null`,
      ),
    index('address_changes_state').on(table.state, table.createdAt, table.id),
  ],
);

export type AddressChangeRow = typeof addressChanges.$inferSelect;

/** SQL: whether it holds back everything for that person. */
export const isDisputeOpen = and(
  isNotNull(addressChanges.disputedAt),
  isNull(addressChanges.settledAt),
  isNull(addressChanges.endedAt),
);

/** Who is told of a change and where, and the link through which they can say that it is wrong. */
export const addressChangeNotices = pgTable(
  'address_change_notices',
  {
    /** Derived from the change and the address, so that each is told once, and a restored database has the same link. */
    id: id(),
    changeId: belongsTo('change_id', () => addressChanges.id),
    audience: text('audience').$type<'person' | 'contact' | 'owner'>().notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    address: text('address').notNull(),
    contactName: text('contact_name'),
    tokenHash: text('token_hash').notNull(),
    /** When the message was accepted, or staff wrote the letter, and who did. */
    toldAt: instant('told_at'),
    toldBy: uuid('told_by'),
    /** When somebody said through this link that it is wrong. */
    disputedAt: instant('disputed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('address_change_notices_token_hash_key').on(table.tokenHash),
    index('address_change_notices_change_id').on(table.changeId),
  ],
);

export type AddressChangeNoticeRow = typeof addressChangeNotices.$inferSelect;
