import { Package } from 'lucide-react';
import { formatDollars } from '../../../../shared/dollars.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import {
  describeRecipient,
  describeValue,
  isDeletable,
  isEditable,
  isFeeDue,
  wordsOf,
} from './item-words.ts';

export type ItemAct = 'show' | 'edit' | 'return' | 'call-off' | 'pay' | 'how-to-send' | 'delete';

const buttons: Readonly<Record<ItemAct, string>> = {
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
  /** Whose chain of custody stands below. */
  isShown: boolean;
  onAct: (act: ItemAct) => void;
}

export function ItemCard({ item, isShown, onAct }: ItemCardProps) {
  const { label, tone, icon } = wordsOf(item);
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
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </div>
        {item.storageLocation && (
          <p className="text-small break-words">Kept with us in: {item.storageLocation}</p>
        )}
        {isFeeDue(item) && (
          <p className="text-small">
            We send it back once you have paid the {formatDollars(item.returnFee ?? 0)}.
          </p>
        )}
        <div className="-ml-1 mt-auto flex flex-wrap items-center gap-x-5 pt-2">
          {actsOf(item).map((act) => (
            <Button
              key={act}
              variant={act === 'pay' ? 'primary' : 'text'}
              size={act === 'pay' ? 'small' : 'medium'}
              aria-label={`${buttons[act]}: ${item.title}`}
              onPress={() => onAct(act)}
            >
              {buttons[act]}
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

function actsOf(item: PhysicalItem): ItemAct[] {
  const { status, receivedDate } = item;
  const isStored = status === 'stored' && receivedDate !== null;
  const acts: [ItemAct, boolean][] = [
    ['pay', isFeeDue(item)],
    ['edit', isEditable(item)],
    ['return', isStored],
    ['how-to-send', status === 'stored' && !receivedDate],
    ['call-off', status === 'requested_return'],
    ['delete', isDeletable(item)],
    ['show', true],
  ];
  return acts.filter(([, isPossible]) => isPossible).map(([act]) => act);
}
