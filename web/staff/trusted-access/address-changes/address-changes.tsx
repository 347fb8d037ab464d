import type {
  StaffAddressChange,
  StaffAddressChangeList,
} from '../../../../shared/after-death/address-changes.ts';
import { write } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast.ts';
import { ActDialog } from '../../console/act-dialog.tsx';
import { ShowFilter } from '../../console/filters.tsx';
import { type Acting, Queue } from '../../console/queue.tsx';
import { decisionsOn, rowOf } from './change-row.tsx';
import { type Decision, decisionLabels, stateLabels } from './labels.ts';

const shown = [
  { value: 'open', label: 'Open' },
  { value: 'over', label: 'Over' },
];
const ifAllowed = (decision: Decision) => (change: StaffAddressChange) =>
  decisionsOn(change).includes(decision) ? decision : undefined;

/** Where somebody else than the owner changed how a person is reached, first what has waited longest. */
export function AddressChangesPage() {
  return (
    <Queue<StaffAddressChange, StaffAddressChangeList, Decision, 'show'>
      path="address-changes"
      title="New addresses"
      description="Addresses that somebody else than the owner changed, or wants to change. Nobody can make one count sooner, not even us."
      noun="changes"
      empty={{ title: 'Nothing here', description: 'No change is in this state.' }}
      itemsOf={({ changes }) => changes}
      placeNames={['afterSince', 'after']}
      filterNames={['show']}
      filters={(props) => <ShowFilter name="show" options={shown} {...props} />}
      row={rowOf}
      dialog={(acting) => <DecisionDialog {...acting} />}
      keys={[
        { key: 'c', label: 'confirm', actionOf: ifAllowed('confirm') },
        { key: 'x', label: 'refuse', actionOf: ifAllowed('refuse') },
        { key: 'h', label: 'hold', actionOf: ifAllowed('hold') },
      ]}
    />
  );
}

function DecisionDialog({ item: change, action: decision, onClose }: Acting<StaffAddressChange, Decision>) {
  const { title, what, button, done: doneLabel } = decisionLabels(decision, change);

  async function send(reason: string) {
    const seen = { state: change.state, changes: change.changes };
    const [path, more] = requestOf(decision, change);
    const url = `/api/admin/address-changes/${change.id}/${path}`;
    const done = await write<StaffAddressChange>('POST', url, { reason, seen, ...more });
    toast({ title: doneLabel, description: `${done.person.name}: ${stateLabels[done.state].label}` });
  }

  return <ActDialog title={title} action={button} what={what} send={send} onClose={onClose} />;
}

function requestOf(decision: Decision, { told }: StaffAddressChange): [path: string, more: object] {
  if (decision === 'right' || decision === 'put-back') return ['settle', { outcome: decision }];
  if (decision === 'letter')
    return ['letter', { notice: told.find(({ channel, toldAt }) => channel === 'post' && !toldAt)?.id }];
  return [decision, {}];
}
