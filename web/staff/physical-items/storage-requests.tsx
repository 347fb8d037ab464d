import { CircleCheck, CircleX, Hourglass, MailCheck } from 'lucide-react';
import { formatDollars } from '../../../shared/dollars.ts';
import type {
  StaffRequestAct,
  StaffStorageRequest,
  StaffStorageRequestList,
} from '../../../shared/keepsakes/staff-storage-requests.ts';
import type { StorageRequestStatus } from '../../../shared/keepsakes/storage-requests.ts';
import type { ActionRequest } from '../console/action-dialog.tsx';
import type { Fact } from '../console/facts.tsx';
import { optionsOf, todoFilters } from '../console/filters.tsx';
import { momentOf } from '../console/format.ts';
import { Queue } from '../console/queue.tsx';
import type { RowContent, StateLabel } from '../console/row-buttons.tsx';

const statusLabels: Record<StorageRequestStatus, StateLabel> = {
  pending: { label: 'To be answered', tone: 'gold', icon: Hourglass },
  approved: { label: 'May be sent', tone: 'pine', icon: MailCheck },
  received: { label: 'Arrived', tone: 'sage', icon: CircleCheck },
  declined: { label: 'Declined', tone: 'neutral', icon: CircleX },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: CircleX },
};

const actLabels: Record<StaffRequestAct, { button: string; field: string; what: string; done: string }> = {
  approve: {
    button: 'Say where to send it',
    field: 'Where and how',
    what: 'The owner gets this by email, and can then send it.',
    done: 'The request is answered',
  },
  decline: {
    button: 'Decline',
    field: 'Why not',
    what: 'The owner gets this by email, and is asked not to send it.',
    done: 'The request is declined',
  },
  notes: { button: 'Write notes', field: 'Notes', what: 'For staff only.', done: 'The notes are saved' },
};

export function StorageRequestsPage() {
  return (
    <Queue
      path="physical-storage-requests"
      title="Storage requests"
      description="Unanswered requests come first."
      noun="requests"
      empty={{
        title: 'Nothing is waiting',
        description: 'Every request to send something has an answer.',
      }}
      itemsOf={({ requests }: StaffStorageRequestList) => requests}
      placeNames={['afterRank', 'afterSince', 'after']}
      {...todoFilters({ name: 'status', label: 'Status', options: optionsOf(statusLabels) })}
      row={rowOf}
      keys={[{ key: 'n', label: 'answer', actionOf: ({ acts }) => acts.find((act) => act === 'approve') }]}
      requestOf={requestOf}
    />
  );
}

function rowOf(request: StaffStorageRequest): RowContent<StaffRequestAct> {
  const { itemTitle, itemDescription, owner, status, createdAt, isLate, acts } = request;
  return {
    title: itemTitle ?? itemDescription,
    subtitle: `from ${owner.name}`,
    state: statusLabels[status],
    since: createdAt,
    isLate,
    facts: factsOf(request),
    buttons: acts.map((action) => ({
      action,
      label: actLabels[action].button,
      variant: action === 'approve' ? 'primary' : 'quiet',
    })),
  };
}

function factsOf(request: StaffStorageRequest): Fact[] {
  const { owner, estimatedValue } = request;
  return [
    ['What it is', request.itemDescription],
    ['Value', estimatedValue === null ? null : formatDollars(estimatedValue)],
    ['Insured on the way', describeInsurance(request)],
    ['How to keep it', request.storageInstructions],
    ['How it comes', request.deliveryInstructions],
    ['Owner', `${owner.name}, ${owner.email}`],
    ['Our answer', request.answer],
    ['Answered', momentOf(request.answeredAt)],
    ['Arrived', momentOf(request.receivedDate)],
    ['Kept in', request.storageLocation],
    ['Notes', request.adminNotes],
  ];
}

function describeInsurance(request: StaffStorageRequest): string {
  const { insuranceRequired, insuranceValue, insuranceProvider, policyNumber } = request;
  if (!insuranceRequired) return 'no';
  const value = insuranceValue === null ? null : formatDollars(insuranceValue);
  const policy = policyNumber && `policy ${policyNumber}`;
  return [value, insuranceProvider, policy].filter(Boolean).join(', ') || 'wanted';
}

function requestOf(request: StaffStorageRequest, act: StaffRequestAct): ActionRequest {
  const { id, owner, status, answer, adminNotes } = request;
  const isNote = act === 'notes';
  const { button, field: label, what, done } = actLabels[act];
  const field = isNote ? { name: 'adminNotes', initial: adminNotes } : { name: 'answer', initial: answer };
  return {
    ...{ title: button, what },
    fields: [{ ...field, kind: 'area', label, rows: 4, isRequired: !isNote }],
    method: isNote ? 'PUT' : 'POST',
    path: `physical-storage-requests/${id}/${act}`,
    body: { seen: { status, answer, adminNotes } },
    done: () => ({ title: done, description: owner.name }),
  };
}
