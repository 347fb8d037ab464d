import type { z } from 'zod';
import type { BookingWords, StaffBookingNotes } from '../../../../../shared/care/staff-counselor-bookings.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { record } from '../../../system/audit/audit.ts';
import { changeBooking } from './bookings.ts';
import { changeAsStaff, findBooking, type OnBooking } from './change-as-staff.ts';
import { bookingNotes } from './counselor-bookings.table.ts';

/** Saves the counselor's notes; the owner can read them only once they are shared. 409 if somebody has written others since. */
export function writeCounselorNotes(
  services: Services,
  by: OnBooking & z.output<typeof StaffBookingNotes>,
): Promise<void> {
  const { counselorNotes, isShared, seen } = by;
  return changeAsStaff(services, 'counselor-booking.notes-written-by-staff', by, (tx, before) => {
    bookingNotes.requireVersion('session', before, 'counselorNotes', seen.counselorNotesVersion);
    return changeBooking(tx, services, before.id, {
      counselorNotes: bookingNotes.encrypt(services, before.id, 'counselorNotes', counselorNotes),
      notesSharedAt: isShared && counselorNotes ? (before.notesSharedAt ?? services.clock.now()) : null,
    });
  });
}

/** Decrypts the notes of the owner and the counselor, after recording who reads them and why. */
export function openBookingWords(
  services: Services,
  { actor, id: bookingId, reason }: Omit<OnBooking, 'seen'>,
): Promise<z.output<typeof BookingWords>> {
  return inTransaction(services.db, async (tx) => {
    const booking = await findBooking(tx, bookingId);
    await record(tx, services.clock.now(), {
      action: 'counselor-booking.notes-read-by-staff',
      actor,
      userId: booking.userId,
      subjectId: bookingId,
      reason,
    });
    return {
      notes: bookingNotes.decrypt(services, booking, 'notes'),
      counselorNotes: bookingNotes.decrypt(services, booking, 'counselorNotes'),
    };
  });
}
