import { formatDollars } from '../../../../shared/dollars.ts';
import type {
  StaffRequestAct,
  StaffStorageRequest,
} from '../../../../shared/keepsakes/staff-storage-requests.ts';
import { Button } from '../../../ui/button.tsx';
import { type Fact, Facts, momentOf, QueueRow } from '../../console/queue-row.tsx';
import { actWords, statusWords } from './words.ts';

interface RequestRowProps {
  request: StaffStorageRequest;
  isOpen: boolean;
  onToggle: () => void;
  onAct: (act: StaffRequestAct) => void;
}

export function RequestRow({ request, isOpen, onToggle, onAct }: RequestRowProps) {
  return (
    <QueueRow
      id={request.id}
      title={request.itemTitle ?? request.itemDescription}
      subtitle={`from ${request.owner.name}`}
      state={statusWords[request.status]}
      since={request.createdAt}
      isLate={request.isLate}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      <Facts facts={factsOf(request)} />
      <div className="flex flex-wrap gap-3">
        {request.acts.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'approve' ? 'primary' : 'quiet'}
            onPress={() => onAct(act)}
          >
            {actWords[act].button}
          </Button>
        ))}
      </div>
    </QueueRow>
  );
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
