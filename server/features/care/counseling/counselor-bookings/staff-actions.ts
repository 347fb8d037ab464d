import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sessionTimezone } from '../../../../../shared/care/session-catalogue.ts';
import type {
  BookingWords,
  SeenBooking,
  StaffBookingAct,
} from '../../../../../shared/care/staff-counselor-bookings.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import type { ByStaff } from '../../../accounts/staff/changes/changes.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { startOf } from './availability.ts';
import { linkDueAt, nextStatus } from './booking-state.ts';
import { announceBookings, changeBooking, findFreePlace, lockBooking, lockSlot } from './bookings.ts';
import { endBooking } from './cancel-booking.ts';
import { type BookingRow, bookingNotes, counselorBookings } from './counselor-bookings.table.ts';
import { mailLinkIfDue, mailSession, nextCalendarFile } from './meeting-link.ts';
import { eventOf, requireUnchanged } from './staff-rules.ts';

type OnBooking = ByStaff<SeenBooking>;

/** Confirms a session. Its owner gets a mail, and the link once it is time for it. 404, and 409 where it does not fit. */
export function confirmBooking(
  services: Services,
  by: OnBooking & { meetingLink?: string | null | undefined },
): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.confirmed-by-staff', by, async (tx, before) => {
    const status = requireStatus(services, before, 'confirm');
    const meetingLink = by.meetingLink ?? before.meetingLink;
    const confirmed = await changeBooking(tx, services, before.id, {
      status,
      meetingLink,
      confirmedAt: services.clock.now(),
      linkDueAt: linkDueAt({ ...before, status, meetingLink }),
    });
    const after = await mailLinkIfDue(tx, services, confirmed);
    if (!after.invitedAt) await mailSession(tx, services, 'session-confirmed', after);
    return after;
  });
}

/** Sets or changes the meeting link; where it was mailed already, the new one is mailed too. */
export function setMeetingLink(services: Services, by: OnBooking & { meetingLink: string }): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.changed-by-staff', by, async (tx, before) => {
    if (before.status !== 'confirmed') throw wrongState(before);
    const { meetingLink } = by;
    const after = await changeBooking(tx, services, before.id, {
      meetingLink,
      linkDueAt: linkDueAt({ ...before, meetingLink }),
    });
    return mailLinkIfDue(tx, services, after);
  });
}

/** Moves a session to another free time. Its owner gets a mail, and their calendar follows. */
export function moveBooking(
  services: Services,
  by: OnBooking & { sessionDate: string; sessionTime: string },
): Promise<void> {
  const { sessionDate, sessionTime } = by;
  return changeAsStaff(services, 'counselor-booking.moved-by-staff', by, async (tx, before) => {
    requireStatus(services, before, 'move');
    const now = services.clock.now();
    const startsAt = startOf(sessionDate, sessionTime);
    if (startsAt <= now) throw fieldError('sessionTime', 'This time is over');
    if (startsAt.getTime() === before.startsAt.getTime())
      throw fieldError('sessionTime', 'It is already at this time');
    const { sessionType } = before;
    await lockSlot(tx, { sessionType, startsAt });
    const place = await findFreePlace(tx, services, { sessionType, startsAt });
    if (!place) throw new AppError('conflict', 'That time has just been taken');
    const moved = await changeBooking(tx, services, before.id, {
      sessionDate,
      sessionTime,
      startsAt,
      place,
      linkDueAt: linkDueAt({ ...before, startsAt }),
      ...(before.invitedAt && nextCalendarFile(before, now)),
    });
    await mailSession(tx, services, 'session-moved', moved);
    return mailLinkIfDue(tx, services, moved);
  });
}

/** Says that a session took place. */
export function completeBooking(services: Services, by: OnBooking): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.completed-by-staff', by, (tx, before) =>
    changeBooking(tx, services, before.id, {
      status: requireStatus(services, before, 'complete'),
      completedAt: services.clock.now(),
      linkDueAt: null,
    }),
  );
}

/** Cancels a session at any time; what was paid is given back, and its owner gets a mail. */
export function cancelBookingAsStaff(services: Services, by: OnBooking): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.cancelled-by-staff', by, (tx, before) => {
    requireStatus(services, before, 'cancel');
    return endBooking(tx, services, before, eventOf.cancel);
  });
}

/** Writes what the counselor noted; the owner reads it only once it is shared. */
export function writeCounselorNotes(
  services: Services,
  by: OnBooking & { counselorNotes: string | null; isShared: boolean },
): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.notes-written-by-staff', by, (tx, before) =>
    changeBooking(tx, services, before.id, {
      counselorNotes: bookingNotes.encrypt(services, before.id, 'counselorNotes', by.counselorNotes),
      notesSharedAt: by.isShared && by.counselorNotes ? (before.notesSharedAt ?? services.clock.now()) : null,
    }),
  );
}

/** Decrypts the notes of owner and counselor, after recording who reads them and why. */
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

function changeAsStaff(
  { db, clock }: Services,
  action: AuditAction,
  { actor, id: bookingId, reason, seen }: OnBooking,
  change: (tx: Tx, booking: BookingRow) => Promise<BookingRow>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { userId } = await findBooking(tx, bookingId);
    // Its owner first, as payments do.
    await lockOwner(tx, userId);
    const before = await lockBooking(tx, userId, bookingId);
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

function requireStatus({ clock }: Services, booking: BookingRow, act: StaffBookingAct): BookingRow['status'] {
  const status = nextStatus(booking, eventOf[act], clock.now());
  if (!status) throw wrongState(booking);
  return status;
}

function wrongState({ status, paidAt }: BookingRow): AppError {
  const state = status === 'pending' && !paidAt ? 'not paid' : status;
  return new AppError('conflict', `This cannot be done with a session in this state: ${state}`);
}

async function findBooking(tx: Tx, id: string): Promise<BookingRow> {
  const [booking] = await tx.select().from(counselorBookings).where(eq(counselorBookings.id, id));
  return requireFound(booking, 'This session');
}

/** Never notes, and never where the session is held. */
function factsOf({ status, startsAt, meetingLink, counselorNotes, notesSharedAt }: BookingRow) {
  return {
    status,
    startsAt: startsAt.toISOString(),
    hasLink: meetingLink !== null,
    hasCounselorNotes: counselorNotes !== null,
    isShared: notesSharedAt !== null,
  };
}
