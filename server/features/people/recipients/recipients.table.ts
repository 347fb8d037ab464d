import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';

export const recipients = pgTable(
  'recipients',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email'),
    phone: text('phone'),
    mailingAddress: text('mailing_address'),
    relationship: text('relationship').$type<Recipient['relationship']>().notNull(),
    /** What the owner is to them, "mother". */
    ownerRelationship: text('owner_relationship'),
    /** A line that only the owner could have written: by it they know the first message after the owner's death. */
    knownBy: text('known_by'),
    birthday: date('birthday', { mode: 'string' }),
    /** Grows with each change of what the owner can change, whoever makes it. */
    version: integer('version').notNull().default(1),
    trustedContact: boolean('trusted_contact').notNull().default(false),
    /** When the mail that explains the role was sent to the current email address, or permanently refused there. */
    trustedContactToldAt: instant('trusted_contact_told_at'),
    /** Who gets what was for this person, if they have died. */
    substituteId: uuid('substitute_id').references((): AnyPgColumn => recipients.id, {
      onDelete: 'set null',
    }),
    /** Since when nothing is sent to them, because a trusted contact or staff asked us to wait. */
    heldSince: instant('held_since'),
    /** When somebody other than the owner last changed their address, and who, by name; null once the owner has changed it. */
    addressChangedAt: instant('address_changed_at'),
    addressChangedBy: text('address_changed_by'),
    /** Nothing is sent to them before this, because of that change. It is never cleared: deliveries to them simply go on from then. */
    addressWaitsUntil: instant('address_waits_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('recipients_user_id').on(table.userId, table.id),
    index('recipients_substitute_id').on(table.substituteId).where(sql`${table.substituteId} is not null`),
    index('recipients_address_waits')
      .on(table.addressWaitsUntil)
      .where(sql`${table.addressWaitsUntil} is not null`),
  ],
);

/** Days that matter to a recipient besides the birthday. */
export const recipientDays = pgTable(
  'recipient_days',
  {
    id: id(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
  },
  (table) => [index('recipient_days_recipient_id').on(table.recipientId, table.id)],
);

export type RecipientRow = typeof recipients.$inferSelect;
