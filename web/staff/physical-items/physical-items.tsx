import { useState } from 'react';
import type {
  ItemTask,
  StaffItem,
  StaffItemAct,
  StaffItemList,
} from '../../../shared/keepsakes/staff-items.ts';
import { Select } from '../../ui/select.tsx';
import { ages, everything, FindForm } from '../console/find-form.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { ItemActDialog } from './item-act-dialog.tsx';
import { ItemRow } from './item-row.tsx';
import { taskWords } from './words.ts';

const filterNames = ['task', 'minAgeHours', 'owner'] as const;
const placeNames = ['afterRank', 'afterSince', 'after'] as const;

/** What is to be sent back, handed over, received. */
export function PhysicalItemsPage() {
  const { list, filters, narrow, paging } = useStaffList<
    StaffItemList,
    (typeof filterNames)[number],
    (typeof placeNames)[number]
  >('physical-items', { filters: filterNames, places: placeNames });
  const { items = [] } = list.data ?? {};
  const [openId, setOpenId] = useState<string>();
  const [acting, setActing] = useState<{ item: StaffItem; act: StaffItemAct }>();
  const toggle = (id: string) => setOpenId((open) => (open === id ? undefined : id));
  const keys = useListKeys({
    ids: items.map(({ id }) => id),
    onOpen: toggle,
    keys: [
      {
        key: 'n',
        label: 'next step',
        act: (focused) => {
          const item = items.find(({ id }) => id === focused);
          const [act] = item?.acts ?? [];
          if (item && act) setActing({ item, act });
        },
      },
    ],
    isOff: acting !== undefined,
  });

  return (
    <StaffPage title="Physical items" description="What is to be sent back or handed over comes first.">
      <QueueList
        noun="items"
        list={list}
        isEmpty={items.length === 0}
        empty={{
          title: 'Nothing waits here',
          description: 'No item is to be received, sent back or handed over.',
        }}
        filters={<Filters filters={filters} onChange={narrow} />}
        paging={paging}
      >
        {items.map((item) => (
          <ItemRow
            key={item.id}
            item={item}
            isOpen={item.id === openId}
            onToggle={() => toggle(item.id)}
            onAct={(act) => setActing({ item, act })}
          />
        ))}
      </QueueList>
      <ListKeysHelp {...keys} />
      {acting && <ItemActDialog {...acting} onClose={() => setActing(undefined)} />}
    </StaffPage>
  );
}

type Values = Partial<Record<(typeof filterNames)[number], string>>;
const tasks = [
  { value: everything, label: 'Not done' },
  ...(Object.keys(taskWords) as ItemTask[]).map((task) => ({ value: task, label: taskWords[task].label })),
];

function Filters({ filters, onChange }: { filters: Values; onChange: (filters: Values) => void }) {
  const choose = (name: keyof Values) => (value: string) =>
    onChange({ ...filters, [name]: value === everything ? '' : value });
  return (
    <FindForm label="Owner" text={filters.owner ?? ''} onFind={(owner) => onChange({ ...filters, owner })}>
      <Select label="Task" value={filters.task ?? everything} onChange={choose('task')} options={tasks} />
      <Select
        label="Age"
        value={filters.minAgeHours ?? everything}
        onChange={choose('minAgeHours')}
        options={ages}
      />
    </FindForm>
  );
}
