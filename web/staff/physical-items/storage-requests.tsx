import { useState } from 'react';
import { formatDollars } from '../../../shared/dollars.ts';
import type {
  StaffRequestAct,
  StaffStorageRequest,
  StaffStorageRequestList,
} from '../../../shared/keepsakes/staff-storage-requests.ts';
import type { StorageRequestStatus } from '../../../shared/keepsakes/storage-requests.ts';
import { write } from '../../lib/api/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { TodoFilters } from '../console/filters.tsx';
import { type Acting, Queue } from '../console/queue.tsx';
import { type Fact, Facts, momentOf, RowButtons, type RowContent } from '../console/queue-row.tsx';
import { actLabels, statusLabels } from './storage-request-labels.ts';

const filterNames = ['status', 'minAgeHours', 'owner'] as const;

/** What owners want to send us, first what nobody has answered. */
export function StorageRequestsPage() {
  return (
    <Queue<StaffStorageRequest, StaffStorageRequestList, StaffRequestAct, (typeof filterNames)[number]>
      path="physical-storage-requests"
      title="Storage requests"
      description="Unanswered requests come first."
      noun="requests"
      empty={{
        title: 'Nothing is waiting',
        description: 'Every request to send something has an answer.',
      }}
      itemsOf={({ requests }) => requests}
      placeNames={['afterRank', 'afterSince', 'after']}
      filterNames={filterNames}
      filters={(props) => <TodoFilters name="status" label="Status" options={statuses} {...props} />}
      row={rowOf}
      dialog={(acting) => <RequestDialog {...acting} />}
    />
  );
}

const statuses = (Object.keys(statusLabels) as StorageRequestStatus[]).map((status) => ({
  value: status,
  label: statusLabels[status].label,
}));

function rowOf(request: StaffStorageRequest, onAct: (act: StaffRequestAct) => void): RowContent {
  return {
    title: request.itemTitle ?? request.itemDescription,
    subtitle: `from ${request.owner.name}`,
    state: statusLabels[request.status],
    since: request.createdAt,
    isLate: request.isLate,
    children: (
      <>
        <Facts facts={factsOf(request)} />
        <RowButtons
          onAct={onAct}
          buttons={request.acts.map((action) => ({
            action,
            label: actLabels[action].button,
            variant: action === 'approve' ? 'primary' : 'quiet',
          }))}
        />
      </>
    ),
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

function RequestDialog({
  item: request,
  action: act,
  onClose,
}: Acting<StaffStorageRequest, StaffRequestAct>) {
  const { status, answer, adminNotes } = request;
  const isNote = act === 'notes';
  const [text, setText] = useState((isNote ? adminNotes : answer) ?? '');
  const { button, field, what, done } = actLabels[act];

  async function send(reason: string) {
    const seen = { status, answer, adminNotes };
    const body = { reason, seen, ...(isNote ? { adminNotes: text } : { answer: text }) };
    await write(isNote ? 'PUT' : 'POST', `/api/admin/physical-storage-requests/${request.id}/${act}`, body);
    toast({ title: done, description: request.owner.name });
  }

  return (
    <ActDialog title={button} what={what} send={send} onClose={onClose}>
      {(errors) => (
        <TextArea
          label={field}
          rows={4}
          isRequired={!isNote}
          value={text}
          onChange={setText}
          error={errors['answer'] ?? errors['adminNotes']}
        />
      )}
    </ActDialog>
  );
}
