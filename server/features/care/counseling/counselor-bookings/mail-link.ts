import { sessionMinutes } from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { enqueueMail } from '../../../outbox/mails/mails.ts';
import { announceBookings, changeBooking } from './bookings.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

/**
 * Mails the meeting link with a calendar file, if it is time for it. The first file of a session has SEQUENCE 0, each
 * later one the next. Answers the booking as it is then.
 */
export async function mailLinkIfDue(tx: Tx, services: Services, booking: BookingRow): Promise<BookingRow> {
  const { id, userId, linkDueAt, startsAt } = booking;
  const now = services.clock.now();
  if (!linkDueAt || linkDueAt > now) return booking;
  if (minutesAfter(startsAt, sessionMinutes) <= now)
    return changeBooking(tx, services, id, { linkDueAt: null });
  const after = await changeBooking(tx, services, id, { linkDueAt: null, ...nextCalendarFile(booking, now) });
  await mailSession(tx, services, 'session-link', after);
  await announceBookings(tx, userId);
  return after;
}

/** Columns of a booking of which another calendar file is sent at `now`. */
export function nextCalendarFile(
  { invitedAt, calendarSequence }: BookingRow,
  now: Date,
): Pick<BookingRow, 'invitedAt' | 'calendarSequence'> {
  return { invitedAt: now, calendarSequence: invitedAt ? calendarSequence + 1 : calendarSequence };
}

/** Tells the owner; the mail is not sent where a later one tells something else. */
export async function mailSession(
  tx: Tx,
  services: Services,
  kind: 'session-confirmed' | 'session-link' | 'session-moved',
  { id: subjectId, userId, calendarSequence }: BookingRow,
): Promise<void> {
  await enqueueMail(tx, services, {
    kind,
    userId,
    subjectId,
    details: { sequence: String(calendarSequence) },
  });
}
