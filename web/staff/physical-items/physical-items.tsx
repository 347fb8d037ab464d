import { useState } from 'react';
import type {
  ItemTask,
  StaffItem,
  StaffItemAct,
  StaffItemList,
} from '../../../shared/keepsakes/staff-items.ts';
import { TodoFilters } from '../console/filters.tsx';
import { ListKeysHelp, useListKeys } from '../console/list-keys.tsx';
import { useStaffList } from '../console/queries.ts';
import { QueueList, StaffPage } from '../console/queue-page.tsx';
import { ItemActDialog } from './item-act-dialog.tsx';
import { ItemRow } from './item-row.tsx';
import { nextActOf, taskWords } from './words.ts';

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
          const act = item && nextActOf(item);
          if (act) setActing({ item, act });
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
          title: 'Nothing is waiting',
          description: 'No item is to be received, sent back or handed over.',
        }}
        filters={<TodoFilters name="task" label="Task" options={tasks} filters={filters} onChange={narrow} />}
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

const tasks = (Object.keys(taskWords) as ItemTask[]).map((task) => ({
  value: task,
  label: taskWords[task].label,
}));
