import type { StaffItem, StaffItemAct, StaffItemList } from '../../../shared/keepsakes/staff-items.ts';
import { optionsOf, todoFilters } from '../console/filters.tsx';
import { Queue } from '../console/queue.tsx';
import type { RowContent } from '../console/row-buttons.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { factsOf } from './item-facts.ts';
import { actLabels, becameOf, nextActOf, stateOf, taskLabels } from './labels.ts';

export function PhysicalItemsPage() {
  return (
    <Queue
      path="physical-items"
      title="Physical items"
      description="What is to be sent back or handed over comes first."
      noun="items"
      empty={{
        title: 'Nothing is waiting',
        description: 'No item is to be received, sent back or handed over.',
      }}
      itemsOf={({ items }: StaffItemList) => items}
      placeNames={['afterRank', 'afterSince', 'after']}
      {...todoFilters({ name: 'task', label: 'Task', options: optionsOf(taskLabels) })}
      row={rowOf}
      dialog={(acting) => <ItemDialog {...acting} />}
      keys={[{ key: 'n', label: 'next step', actionOf: nextActOf }]}
    />
  );
}

function rowOf(item: StaffItem): RowContent<StaffItemAct> {
  const { title, owner, recipient, since, isLate, acts } = item;
  const to = recipient ? `for ${recipient.name}` : 'for nobody yet';
  return {
    title,
    subtitle: [to, `from ${owner.name}${becameOf(owner)}`],
    state: stateOf(item),
    since,
    isLate,
    facts: factsOf(item),
    more: <Pictures item={item} />,
    standing: {
      ownerId: owner.id,
      openToAll: ['receive', 'locate', 'come-back', 'not-lost'],
      agreements: ['report-lost', 'confirm-lost'],
    },
    buttons: acts.map((action) => ({
      action,
      label: actLabels[action].button,
      variant: action === nextActOf(item) ? 'primary' : 'quiet',
    })),
  };
}

function Pictures({ item: { images, title } }: { item: StaffItem }) {
  return (
    <ul className="flex flex-wrap gap-3 empty:hidden">
      {images.map(({ id, imageUrl, thumbnailUrl }, index) => (
        <li key={id}>
          <a href={imageUrl} target="_blank" rel="noreferrer">
            <img
              src={thumbnailUrl}
              alt={`${title}, ${index + 1}`}
              className="h-28 rounded-control border border-line object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
