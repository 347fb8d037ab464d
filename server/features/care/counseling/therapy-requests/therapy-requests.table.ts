import { type Column, type SQL, sql } from 'drizzle-orm';
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  type SessionType,
  type TherapyRequestStatus,
  therapyRequestStatuses,
} from '../../../../../shared/care/session-catalogue.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { encryptedNotes } from '../../../../platform/encrypted-notes.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { counselorBookings } from '../counselor-bookings/counselor-bookings.table.ts';

/** The rank in the staff list of requests with this status. */
export function requestRank(status: TherapyRequestStatus): number {
  return therapyRequestStatuses.indexOf(status);
}

/** The same in SQL, as in the index. */
export function requestStaffRank(status: Column): SQL {
  const cases = therapyRequestStatuses.map((each, rank) => `when '${each}' then ${rank}`).join(' ');
  return sql`(case ${status} ${sql.raw(cases)} end)`;
}

/** "None of these times suit me": what an owner would like, and what staff offer. */
export const therapyRequests = pgTable(
  'therapy_requests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionType: text('session_type').$type<SessionType>().notNull(),
    preferredDate: date('preferred_date', { mode: 'string' }).notNull(),
    /** In the owner's words. */
    preferredTime: text('preferred_time').notNull(),
    /** Encrypted, like the next column and the staff notes. */
    reason: text('reason'),
    specialRequests: text('special_requests'),
    status: text('status').$type<TherapyRequestStatus>().notNull().default('pending'),
    /** For staff only. */
    adminNotes: text('admin_notes'),
    scheduledDate: instant('scheduled_date'),
    therapistAssigned: text('therapist_assigned'),
    answeredAt: instant('answered_at'),
    /** The session that was booked at the time offered by staff. */
    bookingId: uuid('booking_id').references(() => counselorBookings.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('therapy_requests_user_id').on(table.userId, table.id),
    index('therapy_requests_booking_id').on(table.bookingId),
    index('therapy_requests_for_staff').on(requestStaffRank(table.status), table.createdAt, table.id),
  ],
);

export type TherapyRequestRow = typeof therapyRequests.$inferSelect;

export const requestNotes = encryptedNotes({
  of: 'requests for a session',
  table: therapyRequests,
  columns: ['reason', 'specialRequests', 'adminNotes'],
  sealedFor: (subject, column) => ({ purpose: `therapy-request ${column}`, subject }),
});
