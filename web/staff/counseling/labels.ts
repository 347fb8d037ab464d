import { CalendarCheck, CircleAlert, CircleCheck, CircleX, Clock } from 'lucide-react';
import { sessionTimezone, type TherapyRequestStatus } from '../../../shared/care/session-catalogue.ts';
import type { BookingRank, StaffBookingAct } from '../../../shared/care/staff-counselor-bookings.ts';
import { formatMoment } from '../../../shared/dates.ts';
import type { StateLabel } from '../console/row-buttons.tsx';

export const rankLabels: Record<BookingRank, StateLabel> = {
  'to-confirm': { label: 'To confirm', tone: 'gold', icon: CircleAlert },
  confirmed: { label: 'Confirmed', tone: 'sage', icon: CalendarCheck },
  unpaid: { label: 'Not paid yet', tone: 'neutral', icon: Clock },
  completed: { label: 'Took place', tone: 'neutral', icon: CircleCheck },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: CircleX },
};

export const requestLabels: Record<TherapyRequestStatus, StateLabel> = {
  pending: { label: 'To answer', tone: 'gold', icon: CircleAlert },
  scheduled: { label: 'Offered', tone: 'sage', icon: CalendarCheck },
  declined: { label: 'No time found', tone: 'neutral', icon: CircleX },
};

export type BookingAct = StaffBookingAct | 'notes';

export const actLabels: Record<BookingAct, { button: string; title: string; what: string; done: string }> = {
  confirm: {
    button: 'Confirm',
    title: 'Confirm this session',
    what: 'The owner gets an email. The meeting link follows 24 hours before, or at once if that has passed.',
    done: 'The session is confirmed',
  },
  link: {
    button: 'Meeting link',
    title: 'Set the meeting link',
    what: 'The owner gets it by email 24 hours before. If they have one already, they get the new one at once.',
    done: 'The link is set',
  },
  move: {
    button: 'Move',
    title: 'Move this session',
    what: 'The owner gets an email, and their calendar is updated.',
    done: 'The session is moved',
  },
  complete: {
    button: 'Took place',
    title: 'Note that it took place',
    what: 'Only its notes can be changed afterwards.',
    done: 'The session took place',
  },
  cancel: {
    button: 'Cancel the session',
    title: 'Cancel this session',
    what: 'The owner gets an email, and what was paid is refunded at once.',
    done: 'The session is cancelled',
  },
  notes: {
    button: 'Write notes',
    title: 'The counselor’s notes',
    what: 'They are kept encrypted. Unless you share them, only staff can open them. What was written before is replaced.',
    done: 'The notes are saved',
  },
};

/** In the service's time zone, which is the one for sessions. */
export function sessionMoment(startsAt: string): string {
  return formatMoment(startsAt, sessionTimezone);
}
