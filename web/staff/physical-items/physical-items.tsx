import type {
  ItemTask,
  StaffItem,
  StaffItemAct,
  StaffItemList,
} from '../../../shared/keepsakes/staff-items.ts';
import { TodoFilters } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { rowOf } from './item-row.tsx';
import { nextActOf, taskLabels } from './labels.ts';

const filterNames = ['task', 'minAgeHours', 'owner'] as const;

/** What is to be sent back, handed over, received. */
export function PhysicalItemsPage() {
  return (
    <Queue<StaffItem, StaffItemList, StaffItemAct, (typeof filterNames)[number]>
      path="physical-items"
      title="Physical items"
      description="What is to be sent back or handed over comes first."
      noun="items"
      empty={{
        title: 'Nothing is waiting',
        description: 'No item is to be received, sent back or handed over.',
      }}
      itemsOf={({ items }) => items}
      placeNames={['afterRank', 'afterSince', 'after']}
      filterNames={filterNames}
      filters={(props) => <TodoFilters name="task" label="Task" options={tasks} {...props} />}
      row={rowOf}
      dialog={(acting) => <ItemDialog {...acting} />}
      keys={[{ key: 'n', label: 'next step', actionOf: nextActOf }]}
    />
  );
}

const tasks = (Object.keys(taskLabels) as ItemTask[]).map((task) => ({
  value: task,
  label: taskLabels[task].label,
}));
