import type { StaffBookingAct } from '../../../../../shared/care/staff-counselor-bookings.ts';
import type { Services } from '../../../../platform/context.ts';
import { AppError, fieldError } from '../../../../platform/errors.ts';
import type { RequireMayActOn } from '../../../accounts/auth/staff/staff.ts';
import { startOf } from './availability.ts';
import { linkDueAt, nextStatus } from './booking-state.ts';
import { changeBooking, listLiveAt } from './bookings.ts';
import { endBooking } from './cancel-booking.ts';
import { changeAsStaff, type OnBooking } from './change-as-staff.ts';
import type { BookingRow } from './counselor-bookings.table.ts';
import { findFreePlace, lockSlot } from './free-place.ts';
import { mailLinkIfDue, mailSession, nextCalendarFile } from './meeting-link.ts';
import { eventOf } from './staff-rules.ts';

/** Confirms a session. Its owner gets a mail, and the link once it is time for it. 404; 409 if the status does not allow it. */
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

/** Sets or changes the meeting link; if it was already mailed, the new one is mailed too. */
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

/** Moves a session to another free time. Its owner gets a mail, and their calendar is updated. */
export function moveBooking(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: OnBooking & { sessionDate: string; sessionTime: string },
): Promise<void> {
  const { sessionDate, sessionTime } = by;
  const action = 'counselor-booking.moved-by-staff';
  return changeAsStaff(services, action, { ...by, requireMayActOn }, async (tx, before) => {
    requireStatus(services, before, 'move');
    const now = services.clock.now();
    const startsAt = startOf(sessionDate, sessionTime);
    if (startsAt <= now) throw fieldError('sessionTime', 'This time is over');
    if (startsAt.getTime() === before.startsAt.getTime())
      throw fieldError('sessionTime', 'It is already at this time');
    if ((await listLiveAt(tx, before.userId, startsAt)).length > 0)
      throw fieldError('sessionTime', 'They have another session at this time, or are about to pay for one');
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

/** Records that a session took place. */
export function completeBooking(services: Services, by: OnBooking): Promise<void> {
  return changeAsStaff(services, 'counselor-booking.completed-by-staff', by, (tx, before) =>
    changeBooking(tx, services, before.id, {
      status: requireStatus(services, before, 'complete'),
      completedAt: services.clock.now(),
      linkDueAt: null,
    }),
  );
}

/** Cancels a session at any time; what was paid is refunded, and its owner gets a mail. */
export function cancelBookingAsStaff(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: OnBooking,
): Promise<void> {
  const action = 'counselor-booking.cancelled-by-staff';
  return changeAsStaff(services, action, { ...by, requireMayActOn }, (tx, before) => {
    requireStatus(services, before, 'cancel');
    return endBooking(tx, services, before, eventOf.cancel);
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
