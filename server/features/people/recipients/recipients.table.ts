import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Recipient, TellMore } from '../../../../shared/people/recipients.ts';
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
    /** Tried if `email` does not work. */
    secondEmail: text('second_email'),
    /** Tried if no email address works. */
    phone: text('phone'),
    mailingAddress: text('mailing_address'),
    relationship: text('relationship').$type<Recipient['relationship']>().notNull(),
    /** What the owner is to them, such as "mother". */
    ownerRelationship: text('owner_relationship'),
    /** A line that only the owner could have written, by which they recognise the first message after the owner's death. */
    knownBy: text('known_by'),
    birthday: date('birthday', { mode: 'string' }),
    /** What their page says about what is still to come. */
    tellMore: text('tell_more').$type<TellMore>().notNull().default('nothing'),
    /** Incremented with each change of what the owner can change, whoever makes it. */
    version: integer('version').notNull().default(1),
    trustedContact: boolean('trusted_contact').notNull().default(false),
    /** When the mail that explains the role was sent to the current email address, or permanently refused there. */
    trustedContactToldAt: instant('trusted_contact_told_at'),
    /** Who gets what was for this person if they have died. */
    substituteId: uuid('substitute_id').references((): AnyPgColumn => recipients.id, {
      onDelete: 'set null',
    }),
    /** When their owner said that they have died. They are then on hold too, and none of their days is offered. */
    diedAt: instant('died_at'),
    /** Who has a say in what they receive, as long as they are younger than `guardianUntilAge`, by their birthday. */
    guardianId: uuid('guardian_id').references((): AnyPgColumn => recipients.id, { onDelete: 'set null' }),
    guardianUntilAge: integer('guardian_until_age').notNull().default(18),
    /** Since when nothing is sent to them, because a trusted contact or staff asked us to wait. */
    heldSince: instant('held_since'),
    /** When somebody other than the owner last changed their address, and who, by name; null once the owner has changed it. */
    addressChangedAt: instant('address_changed_at'),
    addressChangedBy: text('address_changed_by'),
    /** Nothing is sent to them before this, because of that change. It is never cleared: deliveries to them simply go on from then. */
    addressWaitsUntil: instant('address_waits_until'),
    /** When the owner last entered their addresses, or said that they are still right; null if that was before this was recorded. */
    addressesCheckedAt: instant('addresses_checked_at'),
    /** Since when nothing is sent to them, because they want nothing more. */
    declinedAt: instant('declined_at'),
    /** Since when somebody at this address has said that what was sent there is not for them. Cleared when the address changes. */
    disownedAt: instant('disowned_at'),
    disownedAddress: text('disowned_address'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('recipients_user_id').on(table.userId, table.id),
    index('recipients_substitute_id').on(table.substituteId).where(sql`${table.substituteId} is not null`),
    index('recipients_guardian_id').on(table.guardianId).where(sql`${table.guardianId} is not null`),
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

/** Where a recipient says that they are reached now. Their owner answers it; after the owner's death it becomes an address change. */
export const proposedAddresses = pgTable(
  'proposed_addresses',
  {
    id: id(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** Null stays as it is. */
    email: text('email'),
    phone: text('phone'),
    mailingAddress: text('mailing_address'),
    /** The address that was sent the link to the page on which it was said. */
    saidAt: text('said_at').notNull(),
    /** The guardian, who said it for a child without an address; null if they said it themselves. */
    guardianId: uuid('guardian_id').references(() => recipients.id, { onDelete: 'set null' }),
    /** The hash of the code for the new email address; null if there is none. */
    codeHash: text('code_hash'),
    triesLeft: integer('tries_left').notNull(),
    validUntil: instant('valid_until'),
    /** Since when it has been waiting for an answer: the code was entered, or none was needed. */
    provedAt: instant('proved_at'),
    endedAt: instant('ended_at'),
    outcome: text('outcome').$type<'agreed' | 'handed-over' | 'refused' | 'withdrawn'>(),
    /** When it takes effect, if others were told of it first. */
    inForceFrom: instant('in_force_from'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('proposed_addresses_guardian_id').on(table.guardianId),
    index('proposed_addresses_recipient_id').on(table.recipientId, table.createdAt),
    uniqueIndex('proposed_addresses_open_key').on(table.recipientId).where(sql`${table.endedAt} is null`),
  ],
);

export type ProposedAddressRow = typeof proposedAddresses.$inferSelect;

export type RecipientRow = typeof recipients.$inferSelect;
