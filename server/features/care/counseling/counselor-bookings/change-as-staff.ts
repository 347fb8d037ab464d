import { eq } from 'drizzle-orm';
import { sessionTimezone } from '../../../../../shared/care/session-catalogue.ts';
import type { SeenBooking } from '../../../../../shared/care/staff-counselor-bookings.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import type { ByStaff } from '../../../accounts/auth/staff/changes/changes.ts';
import type { RequireMayActOn } from '../../../accounts/auth/staff/staff.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { nextStatus } from './booking-state.ts';
import { announceBookings, lockBooking } from './bookings.ts';
import { type BookingRow, counselorBookings } from './counselor-bookings.table.ts';
import { requireUnchanged } from './staff-rules.ts';

export type OnBooking = ByStaff<SeenBooking>;

/** `requireMayActOn` is given for what would be a favour once the owner can no longer cancel: the money back, or another hour. */
export function changeAsStaff(
  { db, clock }: Services,
  action: AuditAction,
  { actor, id: bookingId, reason, seen, requireMayActOn }: OnBooking & { requireMayActOn?: RequireMayActOn },
  change: (tx: Tx, booking: BookingRow) => Promise<BookingRow>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { userId } = await findBooking(tx, bookingId);
    // Locks its owner first, as payments do.
    await lockOwner(tx, userId);
    const before = await lockBooking(tx, userId, bookingId);
    if (!nextStatus(before, 'cancelled-by-owner', clock.now())) await requireMayActOn?.(tx, actor, userId);
    requireUnchanged(seen, before, sessionTimezone);
    const after = await change(tx, before);
    await record(tx, clock.now(), {
      action,
      actor,
      userId,
      subjectId: bookingId,
      reason,
      before: factsOf(before),
      after: factsOf(after),
    });
    await announceBookings(tx, userId);
  });
}

export async function findBooking(tx: Tx, id: string): Promise<BookingRow> {
  const [booking] = await tx.select().from(counselorBookings).where(eq(counselorBookings.id, id));
  return requireFound(booking, 'This session');
}

/** Contains neither notes nor where the session is held. */
function factsOf({ status, startsAt, meetingLink, counselorNotes, notesSharedAt }: BookingRow) {
  return {
    status,
    startsAt: startsAt.toISOString(),
    hasLink: meetingLink !== null,
    hasCounselorNotes: counselorNotes !== null,
    isShared: notesSharedAt !== null,
  };
}
