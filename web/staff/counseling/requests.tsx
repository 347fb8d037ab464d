import { sessionKinds, therapyRequestStatuses } from '../../../shared/care/session-catalogue.ts';
import type {
  RequestWords,
  StaffTherapyRequest,
  StaffTherapyRequestList,
} from '../../../shared/care/staff-therapy-requests.ts';
import { formatDay } from '../../../shared/dates.ts';
import { Select } from '../../ui/select.tsx';
import { type FilterProps, FindForm } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import { type Fact, Facts, momentOf, RowButtons, type RowContent } from '../console/queue-row.tsx';
import { requestLabels, sessionMoment } from './labels.ts';
import { OpenedNotes } from './opened-notes.tsx';
import { type RequestAct, RequestDialog } from './request-dialog.tsx';

const filterNames = ['status', 'owner'] as const;
type RequestFilter = (typeof filterNames)[number];

/** Requests for another time, the oldest that waits first. */
export function TherapyRequestsPage() {
  return (
    <Queue<StaffTherapyRequest, StaffTherapyRequestList, RequestAct, RequestFilter>
      path="therapy-requests"
      title="Requests for another time"
      description="Owners for whom none of our times work."
      noun="requests"
      empty={{
        title: 'Nothing is waiting',
        description: 'Everybody who asked for another time has an answer.',
      }}
      itemsOf={({ requests }) => requests}
      placeNames={['afterSince', 'after']}
      filterNames={filterNames}
      filters={(props) => <Filters {...props} />}
      row={rowOf}
      dialog={(acting) => <RequestDialog {...acting} />}
      keys={[{ key: 'n', label: 'answer', actionOf: ({ acts }) => acts.find((act) => act === 'answer') }]}
    />
  );
}

function Filters({ filters, onChange }: FilterProps<RequestFilter>) {
  return (
    <FindForm label="Owner" text={filters.owner ?? ''} onFind={(owner) => onChange({ ...filters, owner })}>
      <Select
        label="Status"
        value={filters.status ?? 'pending'}
        onChange={(status) => onChange({ ...filters, status })}
        options={statuses}
      />
    </FindForm>
  );
}

const statuses = therapyRequestStatuses.map((status) => ({
  value: status as string,
  label: requestLabels[status].label,
}));

function rowOf(request: StaffTherapyRequest, onAct: (act: RequestAct) => void): RowContent {
  const { id, owner, createdAt, status, isLate, sessionType, preferredDate, preferredTime, acts } = request;
  return {
    title: `${formatDay(preferredDate)}, ${preferredTime}`,
    subtitle: `${sessionKinds[sessionType].name} · ${owner.name}`,
    state: requestLabels[status],
    since: createdAt,
    isLate,
    children: (
      <>
        <Facts facts={factsOf(request)} />
        <OpenedNotes<RequestWords>
          path={`/api/admin/therapy-requests/${id}`}
          hasNotes={request.hasWords || request.hasAdminNotes}
          factsOf={factsOfNotes}
        />
        <RowButtons<RequestAct>
          onAct={onAct}
          buttons={[
            acts.includes('answer') && { action: 'answer', label: 'Offer a time', variant: 'primary' },
            { action: 'notes', label: 'Write notes' },
            acts.includes('decline') && { action: 'decline', label: 'No time found', variant: 'text' },
          ]}
        />
      </>
    ),
  };
}

function factsOf(request: StaffTherapyRequest): Fact[] {
  const { owner } = request;
  return [
    ['Owner', `${owner.name}, ${owner.email}`],
    ['Their time zone', owner.timezone],
    ['Asked', momentOf(request.createdAt)],
    ['Offered', request.scheduledDate && sessionMoment(request.scheduledDate)],
    ['Therapist', request.therapistAssigned],
    ['Booked', request.bookingId && 'Yes, see Counseling'],
    ['Answered', momentOf(request.answeredAt)],
  ];
}

function factsOfNotes(notes: RequestWords): readonly Fact[] {
  return [
    ['What it is about', notes.reason],
    ['Special requests', notes.specialRequests],
    ['We wrote', notes.adminNotes],
  ];
}
