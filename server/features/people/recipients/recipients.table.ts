import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';

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
    trustedContact: boolean('trusted_contact').notNull().default(false),
    /** When the mail that explains the role was sent to the current e-mail address, or permanently refused there. */
    trustedContactToldAt: instant('trusted_contact_told_at'),
    /** Who gets what was for this person, if they have died. */
    substituteId: uuid('substitute_id').references((): AnyPgColumn => recipients.id, {
      onDelete: 'set null',
    }),
    /** Since when nothing goes to them: a trusted contact, or staff, have asked to wait. */
    heldSince: instant('held_since'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('recipients_user_id').on(table.userId, table.id),
    index('recipients_substitute_id').on(table.substituteId).where(sql`${table.substituteId} is not null`),
  ],
);

export type RecipientRow = typeof recipients.$inferSelect;
