import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { closings } from '../../system/closing/closing.table.ts';

/** What somebody is told about a closing. */
export type NoticeStep = 'announced' | 'reminded' | 'withdrawn';
/** The role in which they are told: owner comes before trusted contact, and trusted contact before recipient. */
export type NoticeRole = 'owner' | 'contact' | 'recipient';

/** Who was written to at each step of a closing: one row, and so one mail, for each address. */
export const closingNotices = pgTable(
  'closing_notices',
  {
    closingId: belongsTo('closing_id', () => closings.id),
    step: text('step').$type<NoticeStep>().notNull(),
    /** In lower case, or a phone number. */
    address: text('address').notNull(),
    role: text('role').$type<NoticeRole>().notNull(),
    /** The owner, or the first of the owners through whom we know them. */
    userId: belongsTo('user_id', () => users.id),
    /** The id of the mail in the outbox. */
    mailId: uuid('mail_id').notNull(),
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.closingId, table.step, table.address] }),
    index('closing_notices_user_id').on(table.userId),
  ],
);
