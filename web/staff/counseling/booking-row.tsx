import { sessionKinds } from '../../../shared/care/session-catalogue.ts';
import type { BookingWords, StaffBooking } from '../../../shared/care/staff-counselor-bookings.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import {
  type Fact,
  Facts,
  momentOf,
  RowButtons,
  type RowContent,
  stepButtons,
} from '../console/queue-row.tsx';
import { actLabels, type BookingAct, rankLabels, sessionMoment } from './labels.ts';
import { OpenedNotes } from './opened-notes.tsx';

export function rowOf(booking: StaffBooking, onAct: (act: BookingAct) => void): RowContent {
  const { id, owner, since, rank, isLate, sessionType, startsAt } = booking;
  return {
    title: sessionMoment(startsAt),
    subtitle: `${sessionKinds[sessionType].name} · ${owner.name}`,
    state: rankLabels[rank],
    since,
    isLate,
    children: (
      <>
        <Facts facts={factsOf(booking)} />
        <OpenedNotes<BookingWords>
          path={`/api/admin/counselor-bookings/${id}`}
          hasNotes={booking.hasNotes || booking.hasCounselorNotes}
          factsOf={factsOfNotes}
        />
        <RowButtons
          buttons={stepButtons<BookingAct>(booking.acts, actLabels, { always: 'notes', end: 'cancel' })}
          onAct={onAct}
        />
      </>
    ),
  };
}

function factsOf(booking: StaffBooking): Fact[] {
  const { owner, price, paidAt, startsAt, notesSharedAt, hasCounselorNotes, cancelledBy } = booking;
  const who = { owner: 'by its owner', staff: 'by staff', unpaid: 'because nobody paid' };
  return [
    ['Owner', `${owner.name}, ${owner.email}`],
    ['On their clocks', formatMoment(startsAt, owner.timezone)],
    ['Price', `${formatDollars(price)}, ${paidAt ? `paid on ${momentOf(paidAt)}` : 'not paid'}`],
    ['Place kept until', momentOf(booking.heldUntil)],
    ['Confirmed', momentOf(booking.confirmedAt)],
    ['Meeting link', booking.meetingLink],
    ['Link sent', momentOf(booking.invitedAt)],
    ['Took place', momentOf(booking.completedAt)],
    [
      'Cancelled',
      booking.cancelledAt && `${momentOf(booking.cancelledAt)}, ${cancelledBy ? who[cancelledBy] : ''}`,
    ],
    ['Owner’s notes', booking.hasNotes ? 'Yes, encrypted' : null],
    [
      'Our notes',
      hasCounselorNotes && (notesSharedAt ? 'Yes, shared with the owner' : 'Yes, for staff only'),
    ],
  ];
}

function factsOfNotes(notes: BookingWords): readonly Fact[] {
  return [
    ['Owner wrote', notes.notes],
    ['We wrote', notes.counselorNotes],
  ];
}
