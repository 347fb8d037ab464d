import { notesMaxCharacters, sessionKinds, sessionTimes } from '../../../shared/care/session-catalogue.ts';
import {
  type BookingWords,
  bookingRanks,
  type StaffBooking,
  type StaffBookingList,
} from '../../../shared/care/staff-counselor-bookings.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import type { ActionField, ActionRequest } from '../console/action-dialog.tsx';
import type { Fact } from '../console/facts.tsx';
import { todoFilters } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import { type RowContent, stepButtons } from '../console/row-buttons.tsx';
import { actLabels, type BookingAct, rankLabels, sessionMoment } from './labels.ts';
import { OpenedNotes } from './opened-notes.tsx';

const ranks = bookingRanks.map((rank) => ({ value: rank, label: rankLabels[rank].label }));

export function BookingsPage() {
  return (
    <Queue
      path="counselor-bookings"
      title="Counseling"
      description="Sessions that are paid for but not confirmed come first."
      noun="sessions"
      empty={{ title: 'Nothing is waiting', description: 'Every session that was paid for is confirmed.' }}
      itemsOf={({ bookings }: StaffBookingList) => bookings}
      placeNames={['afterRank', 'afterStart', 'after']}
      {...todoFilters({ name: 'rank', label: 'Status', options: ranks, hasAge: false })}
      row={rowOf}
      requestOf={requestOf}
      keys={[{ key: 'n', label: 'next step', actionOf: ({ acts }) => acts.find((act) => act !== 'cancel') }]}
    />
  );
}

function rowOf(booking: StaffBooking): RowContent<BookingAct> {
  const { id, owner, since, rank, isLate, sessionType, startsAt } = booking;
  return {
    title: sessionMoment(startsAt),
    subtitle: [sessionKinds[sessionType].name, owner.name],
    ...{ state: rankLabels[rank], since, isLate },
    facts: factsOf(booking),
    more: (
      <OpenedNotes<BookingWords>
        key={booking.counselorNotesVersion}
        path={`/api/admin/counselor-bookings/${id}`}
        hasNotes={booking.hasNotes || booking.hasCounselorNotes}
        factsOf={({ notes, counselorNotes }) => [
          ['Owner wrote', notes],
          ['We wrote', counselorNotes],
        ]}
      />
    ),
    buttons: stepButtons<BookingAct>(booking.acts, actLabels, 'notes'),
  };
}

const cancelledLabels: Readonly<Record<NonNullable<StaffBooking['cancelledBy']>, string>> = {
  owner: 'by its owner',
  staff: 'by staff',
  unpaid: 'because nobody paid',
  unconfirmed: 'because nobody had confirmed it when it was to begin',
};

function factsOf(booking: StaffBooking): Fact[] {
  const { owner, price, paidAt, notesSharedAt, hasCounselorNotes, cancelledAt, cancelledBy } = booking;
  const readBy = notesSharedAt ? 'Yes, shared with the owner' : 'Yes, for staff only';
  return [
    ['Owner', `${owner.name}, ${owner.email}`],
    ['On their clocks', formatMoment(booking.startsAt, owner.timezone)],
    ['Price', `${formatDollars(price)}, ${paidAt ? `paid on ${momentOf(paidAt)}` : 'not paid'}`],
    ['Place kept until', momentOf(booking.heldUntil)],
    ['Confirmed', momentOf(booking.confirmedAt)],
    ['Meeting link', booking.meetingLink],
    ['Link sent', momentOf(booking.invitedAt)],
    ['Took place', momentOf(booking.completedAt)],
    [
      'Cancelled',
      cancelledAt && `${momentOf(cancelledAt)}, ${cancelledBy ? cancelledLabels[cancelledBy] : ''}`,
    ],
    ['Owner’s notes', booking.hasNotes ? 'Yes, encrypted' : null],
    ['Our notes', hasCounselorNotes && readBy],
  ];
}

function requestOf(booking: StaffBooking, act: BookingAct): ActionRequest<StaffBooking> {
  const { id, status, startsAt, meetingLink, counselorNotesVersion } = booking;
  const { title, what, done } = actLabels[act];
  return {
    ...{ title, what, fields: fieldsOf(booking)[act] ?? [], isDangerous: act === 'cancel' },
    method: act === 'link' || act === 'notes' ? 'PUT' : 'POST',
    path: `counselor-bookings/${id}/${act}`,
    body: { seen: { status, startsAt, meetingLink, counselorNotesVersion } },
    done: (after) => ({ title: done, description: sessionMoment(after.startsAt) }),
  };
}

const times = sessionTimes.map((time) => ({ value: time as string, label: time }));

function fieldsOf(booking: StaffBooking): Partial<Record<BookingAct, ActionField[]>> {
  const { meetingLink, sessionDate, sessionTime, notesSharedAt, hasCounselorNotes } = booking;
  const link: ActionField = {
    ...{ name: 'meetingLink', label: 'Meeting link', inputMode: 'url', description: 'Begins with https://' },
    initial: meetingLink,
  };
  return {
    confirm: [{ ...link, ifEmpty: 'null' }],
    link: [{ ...link, isRequired: true }],
    move: [
      { name: 'sessionDate', label: 'Day', type: 'date', initial: sessionDate },
      { kind: 'select', name: 'sessionTime', label: 'Time', options: times, initial: sessionTime },
    ],
    notes: [
      {
        ...{ kind: 'area', name: 'counselorNotes', label: 'Notes', rows: 5, maxLength: notesMaxCharacters },
        ifEmpty: 'null',
      },
      {
        ...{ kind: 'checkbox', name: 'isShared', label: 'Shared with the owner' },
        // Notes written for the first time are shared with the owner by default.
        initial: notesSharedAt !== null || !hasCounselorNotes,
      },
    ],
  };
}
