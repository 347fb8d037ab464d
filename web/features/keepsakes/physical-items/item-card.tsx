import { Package } from 'lucide-react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import {
  badgeOf,
  describeRecipient,
  describeValue,
  isDeletable,
  isEditable,
  isFeeDue,
} from './item-labels.ts';

export type ItemAction = 'show' | 'edit' | 'return' | 'call-off' | 'pay' | 'how-to-send' | 'delete';

const buttons: Readonly<Record<ItemAction, string>> = {
  show: 'Where it has been',
  edit: 'Edit',
  return: 'Return',
  'call-off': 'Keep it with us',
  pay: 'Pay the return',
  'how-to-send': 'How to send it',
  delete: 'Delete',
};

interface ItemCardProps {
  item: PhysicalItem;
  /** Whether its chain of custody is shown below. */
  isShown: boolean;
  onAction: (action: ItemAction) => void;
}

export function ItemCard({ item, isShown, onAction }: ItemCardProps) {
  return (
    <Card as="article" padding="none" isHighlighted={isShown} className="flex h-full flex-col">
      <ItemPicture item={item} />
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h2 className="text-title break-words">{item.title}</h2>
        <p className="text-small break-words text-ink-soft">
          {describeRecipient(item)}
          <br />
          {describeValue(item)}
        </p>
        <div>
          <Badge {...badgeOf(item)} />
        </div>
        {item.storageLocation && (
          <p className="text-small break-words">Where we keep it: {item.storageLocation}</p>
        )}
        {isFeeDue(item) && (
          <p className="text-small">
            We send it back once you have paid the {formatDollars(item.returnFee ?? 0)}.
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-x-5 pt-2">
          {actionsOf(item).map((action) => (
            <Button
              key={action}
              variant={action === 'pay' ? 'primary' : 'text'}
              size={action === 'pay' ? 'small' : 'medium'}
              className={action === 'delete' ? 'text-ink-soft!' : undefined}
              aria-label={`${buttons[action]}: ${item.title}`}
              onPress={() => onAction(action)}
            >
              {buttons[action]}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}

function ItemPicture({ item: { images, title } }: { item: PhysicalItem }) {
  const [first] = images;
  return (
    <div className="grid aspect-[8/5] place-items-center border-b border-line bg-paper">
      {first ? (
        <img src={first.thumbnailUrl} alt={first.description ?? title} className="size-full object-cover" />
      ) : (
        <Package aria-hidden="true" className="size-14 text-line-strong" strokeWidth={1} />
      )}
    </div>
  );
}

function actionsOf(item: PhysicalItem): ItemAction[] {
  const { status, receivedDate } = item;
  const isStored = status === 'stored' && receivedDate !== null;
  const actions: [ItemAction, boolean][] = [
    ['pay', isFeeDue(item)],
    ['edit', isEditable(item)],
    ['return', isStored],
    ['how-to-send', status === 'stored' && !receivedDate],
    ['call-off', status === 'requested_return'],
    ['delete', isDeletable(item)],
    ['show', true],
  ];
  return actions.filter(([, isPossible]) => isPossible).map(([action]) => action);
}
