import ical, { ICalAttendeeRole, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { sessionKinds, sessionMinutes } from '../../../../../shared/care/session-catalogue.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { CalendarFile } from '../../../../platform/mail/mail.ts';
import type { BookingRow } from './counselor-bookings.table.ts';

type Session = Pick<
  BookingRow,
  'id' | 'sessionType' | 'startsAt' | 'meetingLink' | 'status' | 'calendarSequence' | 'updatedAt'
>;

interface People {
  /** The address of the service, and its host, by which the session is known to calendars for ever. */
  organizer: string;
  host: string;
  attendee: { name: string; email: string };
}

/**
 * A session for its owner's calendar. One session keeps its UID; whatever is sent later has a higher SEQUENCE, so that a
 * calendar takes it for the same session, moved or cancelled. Nothing of what anybody wrote is in it.
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
