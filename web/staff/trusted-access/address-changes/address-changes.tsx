import type {
  StaffAddressChange,
  StaffAddressChangeList,
} from '../../../../shared/after-death/staff-address-changes.ts';
import type { ActionRequest } from '../../console/action-dialog.tsx';
import { showFilter } from '../../console/filters.tsx';
import { Queue } from '../../console/queue.tsx';
import { decisionsOn, rowOf } from './change-row.tsx';
import { type Decision, decisionLabels, stateLabels } from './labels.ts';

const shown = [
  { value: 'open', label: 'Open' },
  { value: 'over', label: 'Over' },
];
const ifAllowed = (decision: Decision) => (change: StaffAddressChange) =>
  decisionsOn(change).includes(decision) ? decision : undefined;

export function AddressChangesPage() {
  return (
    <Queue
      path="address-changes"
      title="New addresses"
      description="Addresses that somebody other than the owner has changed, or wants to change. Nobody can make one count sooner, not even us."
      noun="changes"
      empty={{ title: 'Nothing here', description: 'No change is in this state.' }}
      itemsOf={({ changes }: StaffAddressChangeList) => changes}
      placeNames={['afterSince', 'after']}
      {...showFilter('show', shown)}
      row={rowOf}
      requestOf={requestOf}
      keys={[
        { key: 'c', label: 'confirm', actionOf: ifAllowed('confirm') },
        { key: 'x', label: 'refuse', actionOf: ifAllowed('refuse') },
        { key: 'h', label: 'hold', actionOf: ifAllowed('hold') },
      ]}
    />
  );
}

function requestOf(change: StaffAddressChange, decision: Decision): ActionRequest<StaffAddressChange> {
  const { done, ...text } = decisionLabels(decision, change);
  const { id, state, changes, told } = change;
  const letter = told.find(({ channel, toldAt }) => channel === 'post' && !toldAt);
  const isSettling = decision === 'right' || decision === 'put-back';
  return {
    ...text,
    path: `address-changes/${id}/${isSettling ? 'settle' : decision}`,
    body: {
      seen: { state, changes },
      ...(isSettling && { outcome: decision }),
      ...(decision === 'letter' && { notice: letter?.id }),
    },
    done: ({ person, state }) => ({
      title: done,
      description: `${person.name}: ${stateLabels[state].label}`,
    }),
  };
}
