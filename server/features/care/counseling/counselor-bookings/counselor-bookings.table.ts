import { type Column, type SQL, sql } from 'drizzle-orm';
import { date, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { BookingStatus, SessionType } from '../../../../../shared/care/session-catalogue.ts';
import type { BookingRank } from '../../../../../shared/care/staff-counselor-bookings.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { encryptedNotes } from '../../../../platform/encrypted-notes.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** Who or what ended a booking; `unpaid` means that its hold ended, `unconfirmed` that staff had not confirmed it when it was to begin. */
export type CancelledBy = 'owner' | 'staff' | 'unpaid' | 'unconfirmed';

/** Its rank in the staff list. */
export function rankOf({ status, paidAt }: Pick<BookingRow, 'status' | 'paidAt'>): BookingRank {
  if (status === 'pending') return paidAt ? 'to-confirm' : 'unpaid';
  return status;
}

/** The same as a position in `bookingRanks`, in SQL, as in the index. */
export function staffRank({ status, paidAt }: Record<'status' | 'paidAt', Column>): SQL {
  return sql`(case ${status} when 'pending' then case when ${paidAt} is null then 2 else 0 end when 'confirmed' then 1 when 'completed' then 3 else 4 end)`;
}

export const counselorBookings = pgTable(
  'counselor_bookings',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionType: text('session_type').$type<SessionType>().notNull(),
    /** The day and time on the clocks of `sessionTimezone`; `startsAt` is the resulting instant. */
    sessionDate: date('session_date', { mode: 'string' }).notNull(),
    sessionTime: text('session_time').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** Its place in its slot, from 1; null once it has none. */
    place: integer('place'),
    /** In dollars, as of the booking. */
    price: numeric('price', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    status: text('status').$type<BookingStatus>().notNull().default('pending'),
    meetingLink: text('meeting_link'),
    /** What the owner wrote for the counselor, encrypted. */
    notes: text('notes'),
    /** What the counselor wrote, encrypted; only staff can read it until it is shared. */
    counselorNotes: text('counselor_notes'),
    notesSharedAt: instant('notes_shared_at'),
    /** Until when its place is held without a payment; null once it is paid. */
    heldUntil: instant('held_until'),
    paidAt: instant('paid_at'),
    confirmedAt: instant('confirmed_at'),
    completedAt: instant('completed_at'),
    cancelledAt: instant('cancelled_at'),
    cancelledBy: text('cancelled_by').$type<CancelledBy>(),
    /** When the meeting link is to be mailed; null if there is nothing to mail. */
    linkDueAt: instant('link_due_at'),
    /** When the owner was last sent a calendar file; since then it is in their calendar. */
    invitedAt: instant('invited_at'),
    /** The SEQUENCE of the latest calendar file (RFC 5545). */
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('counselor_bookings_place_key')
      .on(table.startsAt, table.sessionType, table.place)
      .where(sql`${table.place} is not null`),
    index('counselor_bookings_taken')
      .on(table.startsAt, table.sessionType, table.heldUntil)
      .where(sql`${table.place} is not null`),
    index('counselor_bookings_user_id').on(table.userId, table.startsAt),
    index('counselor_bookings_unpaid')
      .on(table.heldUntil)
      .where(sql`${table.status} = 'pending' and ${table.paidAt} is null`),
    index('counselor_bookings_link_due').on(table.linkDueAt).where(sql`${table.linkDueAt} is not null`),
    index('counselor_bookings_for_staff').on(staffRank(table), table.startsAt, table.id),
  ],
);

export type BookingRow = typeof counselorBookings.$inferSelect;

export const bookingNotes = encryptedNotes({
  of: 'counseling sessions',
  table: counselorBookings,
  columns: ['notes', 'counselorNotes'],
  sealedFor: (subject, column) => ({ purpose: `counselor-booking ${column}`, subject }),
});
