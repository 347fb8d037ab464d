import { useState } from 'react';
import {
  type LifeChangeAct,
  lifeChangeStates,
  type StaffLifeChange,
  type StaffLifeChangeList,
} from '../../../../shared/after-death/staff-life-changes.ts';
import { Select } from '../../../ui/select.tsx';
import { ListKeysHelp, useListKeys } from '../../console/list-keys.tsx';
import { useStaffList } from '../../console/queries.ts';
import { QueueList, StaffPage } from '../../console/queue-page.tsx';
import { ChangeActDialog } from './change-act-dialog.tsx';
import { ChangeRow } from './change-row.tsx';
import { stateWords } from './words.ts';

const filterNames = ['state'] as const;
const placeNames = ['afterSince', 'after'] as const;

/** What trusted contacts have told us after a death, first what nobody has answered. */
export function LifeChangesPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffLifeChangeList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('life-changes', { filters: filterNames, places: placeNames });
  const { changes = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ change: StaffLifeChange; act: LifeChangeAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const actOn = (act: LifeChangeAct) => (id: string) => {
    const change = changes.find((each) => each.id === id);
    if (change?.acts.includes(act)) setActing({ change, act });
  };
  const keys = useListKeys({
    ids: changes.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      { key: 'a', label: 'answer', act: actOn('answer') },
      { key: 'e', label: 'end', act: actOn('end') },
      { key: 'c', label: 'confirm a death', act: actOn('confirm-death') },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage
      title="Holds and changes"
      description="What trusted contacts have told us about people’s lives. Those waiting longest come first."
    >
      <QueueList
        noun="entries"
        list={list}
        isEmpty={changes.length === 0}
        empty={{ title: 'Nothing here', description: 'No entry is in this state.' }}
        filters={<StateFilter state={filters.state} onChange={(state) => narrow({ state })} />}
        paging={paging}
      >
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            isOpen={change.id === openId}
            onToggle={() => toggle(change.id)}
            onAct={(act) => setActing({ change, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <ChangeActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

const states = lifeChangeStates.map((state) => ({ value: state, label: stateWords[state].label }));

function StateFilter({ state, onChange }: { state: string | undefined; onChange: (state: string) => void }) {
  return (
    <div className="border-b border-line px-4 pt-3 pb-4 md:px-6">
      <div className="sm:max-w-80">
        <Select
          label="Show"
          value={state ?? 'open'}
          onChange={(chosen) => onChange(chosen === 'open' ? '' : chosen)}
          options={states}
          isCompact
        />
      </div>
    </div>
  );
}
