import { sessionKinds } from '../../../shared/care/session-catalogue.ts';
import type {
  RequestWords,
  StaffRequestAct,
  StaffTherapyRequest,
} from '../../../shared/care/staff-therapy-requests.ts';
import { formatDay } from '../../../shared/dates.ts';
import { Button } from '../../ui/button.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../console/queue-row.tsx';
import { OpenedWords } from './opened-words.tsx';
import { requestWords, sessionMoment } from './words.ts';

interface RequestRowProps {
  request: StaffTherapyRequest;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: StaffRequestAct | 'notes') => void;
}

export function RequestRow({ request, isOpen, onToggle, onAct }: RequestRowProps) {
  const { id, owner, createdAt, status, isLate, sessionType, preferredDate, preferredTime, acts } = request;
  return (
    <QueueRow
      id={id}
      title={`${formatDay(preferredDate)}, ${preferredTime}`}
      subtitle={`${sessionKinds[sessionType].name} · ${owner.name}`}
      state={requestWords[status]}
      since={createdAt}
      isLate={isLate}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts
        facts={[
          ['Owner', `${owner.name}, ${owner.email}`],
          ['Their time zone', owner.timezone],
          ['Asked', momentOf(createdAt)],
          ['Offered', request.scheduledDate && sessionMoment(request.scheduledDate)],
          ['Therapist', request.therapistAssigned],
          ['Booked', request.bookingId && 'Yes, see Counseling'],
          ['Answered', momentOf(request.answeredAt)],
        ]}
      />
      <OpenedWords<RequestWords>
        path={`/api/admin/therapy-requests/${request.id}`}
        hasWords={request.hasWords || request.hasAdminNotes}
        factsOf={factsOfWords}
      />
      <div className="flex flex-wrap gap-3">
        {acts.includes('answer') && (
          <Button size="small" onPress={() => onAct('answer')}>
            Offer a time
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={() => onAct('notes')}>
          Write notes
        </Button>
        {acts.includes('decline') && (
          <Button size="small" variant="text" onPress={() => onAct('decline')}>
            No time found
          </Button>
        )}
      </div>
    </QueueRow>
  );
}

function factsOfWords(words: RequestWords): readonly Fact[] {
  return [
    ['What it is about', words.reason],
    ['Special requests', words.specialRequests],
    ['We wrote', words.adminNotes],
  ];
}
