import ical, { ICalAttendeeRole, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { sessionKinds, sessionMinutes } from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { CalendarFile } from '../../../../platform/mail/mail.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { announceBookings, changeBooking } from './bookings.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

/**
 * Mails the meeting link with a calendar file, if it is time for it. A session's first file has SEQUENCE 0,
 * and each later one the next number. Returns the booking as it is then.
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

/** The columns to set when another calendar file is sent at `now`. */
export function nextCalendarFile(
  { invitedAt, calendarSequence }: BookingRow,
  now: Date,
): Pick<BookingRow, 'invitedAt' | 'calendarSequence'> {
  return { invitedAt: now, calendarSequence: invitedAt ? calendarSequence + 1 : calendarSequence };
}

/** Notifies the owner; the mail is not sent if a later one has replaced it. */
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

type Session = Pick<
  BookingRow,
  'id' | 'sessionType' | 'startsAt' | 'meetingLink' | 'status' | 'calendarSequence' | 'updatedAt'
>;

interface People {
  /** The service's address and host, by which calendars permanently identify the session. */
  organizer: string;
  host: string;
  attendee: { name: string; email: string };
}

/**
 * A session for its owner's calendar. A session keeps its UID, and each later file has a higher SEQUENCE, so
 * that calendars treat it as the same session, moved or cancelled. It contains nothing that anybody wrote.
 */
export function calendarFileOf(session: Session, { organizer, host, attendee }: People): CalendarFile {
  const { id, sessionType, startsAt, status, calendarSequence, updatedAt } = session;
  const isCancelled = status === 'cancelled';
  const link = isCancelled ? null : session.meetingLink;
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: { company: 'Long After', product: 'Counseling' }, method });
  calendar.createEvent({
    id: `session-${id}@${host}`,
    sequence: calendarSequence,
    stamp: updatedAt,
    start: startsAt,
    end: minutesAfter(startsAt, sessionMinutes),
    summary: `${sessionKinds[sessionType].name} session`,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: 'Long After', email: organizer },
    attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, rsvp: false }],
    ...(link && { location: link, url: link }),
  });
  return { method, content: calendar.toString() };
}
