import { useState } from 'react';
import type {
  StaffAddressChange,
  StaffAddressChangeList,
} from '../../../../shared/after-death/address-changes.ts';
import { write } from '../../../lib/api/request.ts';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { ActDialog } from '../../console/act-dialog.tsx';
import { ListKeysHelp, useListKeys } from '../../console/list-keys.tsx';
import { useStaffList } from '../../console/queries.ts';
import { QueueList, StaffPage } from '../../console/queue-page.tsx';
import { ChangeRow, decisionsOn } from './change-row.tsx';
import { type Decision, decisionLabels, stateLabels } from './labels.ts';

const filterNames = ['show'] as const;
const placeNames = ['afterSince', 'after'] as const;

/** Where somebody else than the owner changed how a person is reached, first what has waited longest. */
export function AddressChangesPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffAddressChangeList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('address-changes', { filters: filterNames, places: placeNames });
  const { changes = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ change: StaffAddressChange; decision: Decision }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const decide = (decision: Decision) => (id: string) => {
    const change = changes.find((each) => each.id === id);
    if (change && decisionsOn(change).includes(decision)) setActing({ change, decision });
  };
  const keys = useListKeys({
    ids: changes.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 'c', label: 'confirm', act: decide('confirm') },
      { key: 'x', label: 'refuse', act: decide('refuse') },
      { key: 'h', label: 'hold', act: decide('hold') },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage
      title="New addresses"
      description="Addresses that somebody else than the owner changed, or wants to change. Nobody can make one count sooner, not even us."
    >
      <QueueList
        noun="changes"
        list={list}
        isEmpty={changes.length === 0}
        empty={{ title: 'Nothing here', description: 'No change is in this state.' }}
        filters={<ShowFilter show={filters.show} onChange={(show) => narrow({ show })} />}
        paging={paging}
      >
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            isOpen={change.id === openId}
            onToggle={() => toggle(change.id)}
            onDecide={(decision) => setActing({ change, decision })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <DecisionDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

interface DecisionDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  change: StaffAddressChange;
  decision: Decision;
  onClose: () => void;
}

function DecisionDialog({ change, decision, onClose }: DecisionDialogProps) {
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

const shown = [
  { value: 'open', label: 'Open' },
  { value: 'over', label: 'Over' },
];

function ShowFilter({ show, onChange }: { show: string | undefined; onChange: (show: string) => void }) {
  return (
    <div className="border-b border-line px-4 pt-3 pb-4 md:px-6">
      <div className="sm:max-w-80">
        <Select
          label="Show"
          value={show ?? 'open'}
          onChange={(chosen) => onChange(chosen === 'open' ? '' : chosen)}
          options={shown}
          isCompact
        />
      </div>
    </div>
  );
}
