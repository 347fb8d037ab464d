import {
  notesMaxCharacters,
  sessionKinds,
  therapyRequestStatuses,
} from '../../../shared/care/session-catalogue.ts';
import type {
  RequestWords,
  StaffRequestAct,
  StaffTherapyRequest,
  StaffTherapyRequestList,
} from '../../../shared/care/staff-therapy-requests.ts';
import { formatDay } from '../../../shared/dates.ts';
import type { ActionField, ActionRequest } from '../console/action-dialog.tsx';
import { todoFilters } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent } from '../console/row-buttons.tsx';
import { requestLabels, sessionMoment } from './labels.ts';
import { OpenedNotes } from './opened-notes.tsx';

type RequestAct = StaffRequestAct | 'notes';

const statuses = therapyRequestStatuses.map((status) => ({
  value: status,
  label: requestLabels[status].label,
}));

export function TherapyRequestsPage() {
  return (
    <Queue
      path="therapy-requests"
      title="Requests for another time"
      description="Owners for whom none of our times work."
      noun="requests"
      empty={{
        title: 'Nothing is waiting',
        description: 'Everybody who asked for another time has an answer.',
      }}
      itemsOf={({ requests }: StaffTherapyRequestList) => requests}
      placeNames={['afterSince', 'after']}
      {...todoFilters({
        ...{ name: 'status', label: 'Status', options: statuses, initial: 'pending', hasAge: false },
      })}
      row={rowOf}
      requestOf={requestOf}
      keys={[{ key: 'n', label: 'answer', actionOf: ({ acts }) => acts.find((act) => act === 'answer') }]}
    />
  );
}

function rowOf(request: StaffTherapyRequest): RowContent<RequestAct> {
  const { id, owner, createdAt, status, isLate, sessionType, preferredDate, preferredTime, acts } = request;
  return {
    title: `${formatDay(preferredDate)}, ${preferredTime}`,
    subtitle: [sessionKinds[sessionType].name, owner.name],
    state: requestLabels[status],
    since: createdAt,
    isLate,
    facts: [
      ['Owner', `${owner.name}, ${owner.email}`],
      ['Their time zone', owner.timezone],
      ['Asked', momentOf(createdAt)],
      ['Offered', request.scheduledDate && sessionMoment(request.scheduledDate)],
      ['Therapist', request.therapistAssigned],
      ['Booked', request.bookingId && 'Yes, see Counseling'],
      ['Answered', momentOf(request.answeredAt)],
    ],
    more: (
      <OpenedNotes<RequestWords>
        key={request.adminNotesVersion}
        path={`/api/admin/therapy-requests/${id}`}
        hasNotes={request.hasWords || request.hasAdminNotes}
        factsOf={(notes) => [
          ['What it is about', notes.reason],
          ['Special requests', notes.specialRequests],
          ['We wrote', notes.adminNotes],
        ]}
      />
    ),
    buttons: [
      acts.includes('answer') && { action: 'answer', label: 'Offer a time', variant: 'primary' },
      { action: 'notes', label: 'Write notes' },
      acts.includes('decline') && { action: 'decline', label: 'No time found', variant: 'text' },
    ],
  };
}

const texts: Record<RequestAct, { title: string; what: string; done: string }> = {
  answer: {
    title: 'Offer a time',
    what: 'The owner gets an email, and can book and pay for it if it suits them. Times are Eastern.',
    done: 'The time is offered',
  },
  decline: {
    title: 'No time found',
    what: 'The owner gets an email that says so kindly. A time can still be offered later.',
    done: 'The request is answered',
  },
  notes: {
    title: 'Notes about this request',
    what: 'For staff only, kept encrypted. What was written before is replaced.',
    done: 'The notes are saved',
  },
};

function requestOf(request: StaffTherapyRequest, act: RequestAct): ActionRequest {
  const { id, status, scheduledDate, adminNotesVersion, owner } = request;
  const { title, what, done } = texts[act];
  return {
    ...{ title, what, fields: fieldsOf(request)[act] },
    method: act === 'notes' ? 'PUT' : 'POST',
    path: `therapy-requests/${id}/${act}`,
    body: { seen: { status, scheduledDate, adminNotesVersion } },
    done: () => ({ title: done, description: owner.name }),
  };
}

function fieldsOf(request: StaffTherapyRequest): Record<RequestAct, ActionField[]> {
  return {
    answer: [
      { name: 'date', label: 'Day', type: 'date', initial: request.preferredDate },
      { name: 'time', label: 'Time', placeholder: '18:30' },
      { name: 'therapistAssigned', label: 'Therapist', initial: request.therapistAssigned },
    ],
    decline: [],
    notes: [
      {
        ...{ kind: 'area', name: 'adminNotes', label: 'Notes', rows: 5, maxLength: notesMaxCharacters },
        ifEmpty: 'null',
      },
    ],
  };
}
