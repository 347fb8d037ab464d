import { sessionKinds } from '../../../shared/care/session-catalogue.ts';
import type { BookingWords, StaffBooking } from '../../../shared/care/staff-counselor-bookings.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { OpenedWords } from './opened-words.tsx';
import { actWords, type BookingAct, rankWords, sessionMoment } from './words.ts';

interface BookingRowProps {
  booking: StaffBooking;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: BookingAct) => void;
}

export function BookingRow({ booking, isOpen, onToggle, onAct }: BookingRowProps) {
  const { id, owner, since, rank, isLate, sessionType, startsAt } = booking;
  return (
    <QueueRow
      id={id}
      title={sessionMoment(startsAt)}
      subtitle={`${sessionKinds[sessionType].name} · ${owner.name}`}
      state={rankWords[rank]}
      since={since}
      isLate={isLate}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts facts={factsOf(booking)} />
      <OpenedWords<BookingWords>
        path={`/api/admin/counselor-bookings/${booking.id}`}
        hasWords={booking.hasNotes || booking.hasCounselorNotes}
        factsOf={factsOfWords}
      />
      <div className="flex flex-wrap gap-3">
        {[...booking.acts.filter((act) => act !== 'cancel'), 'notes' as const].map((act, index) => (
          <Button
            key={act}
            size="small"
            variant={index === 0 && act !== 'notes' ? 'primary' : 'quiet'}
            onPress={() => onAct(act)}
          >
            {actWords[act].button}
          </Button>
        ))}
        {booking.acts.includes('cancel') && (
          <Button size="small" variant="text" onPress={() => onAct('cancel')}>
            {actWords.cancel.button}
          </Button>
        )}
      </div>
    </QueueRow>
  );
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

function factsOfWords(words: BookingWords): readonly Fact[] {
  return [
    ['Owner wrote', words.notes],
    ['We wrote', words.counselorNotes],
  ];
}
