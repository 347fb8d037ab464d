import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { type ItemAction, ItemCard } from './item-card.tsx';

const itemGrid = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3';

interface ItemGridProps {
  items: readonly PhysicalItem[];
  shownId: string | undefined;
  isFull: boolean;
  onAdd: () => void;
  onAction: (action: ItemAction, item: PhysicalItem) => void;
}

export function ItemGrid({ items, shownId, isFull, onAdd, onAction }: ItemGridProps) {
  if (items.length === 0)
    return (
      <EmptyState
        headingLevel={2}
        title="Nothing is kept yet"
        description="Start with one thing that you would like somebody to have from you."
        action={<Button onPress={onAdd}>Add your first item</Button>}
      />
    );
  return (
    <ul className={itemGrid}>
      {items.map((item) => (
        <li key={item.id} className="min-w-0">
          <ItemCard
            item={item}
            isShown={item.id === shownId && items.length > 1}
            onAction={(action) => onAction(action, item)}
          />
        </li>
      ))}
      {!isFull && (
        <li>
          <RoomForOneMore />
        </li>
      )}
    </ul>
  );
}

function RoomForOneMore() {
  return (
    <div className="grid h-full min-h-56 place-content-center justify-items-center gap-4 rounded-card border-[1.5px] border-dashed border-line-strong p-8 text-center text-ink-soft">
      <svg aria-hidden="true" viewBox="0 0 120 84" fill="none" strokeWidth="1.5" className="w-28">
        <path
          d="M20 30l40-18 40 18v36L60 80 20 66ZM20 30l40 16 40-16M60 46v34"
          strokeLinejoin="round"
          className="stroke-line-strong"
        />
        <path d="M-4 56C16 40 34 66 60 60S104 44 124 58" className="stroke-thread" />
      </svg>
      Room for one more
    </div>
  );
}

export function ItemsSkeleton() {
  return (
    <SkeletonArea label="Loading your items">
      <Card className="mb-8 grid gap-4">
        <div className="flex justify-between gap-6">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-6 w-24" />
        </div>
        <Skeleton className="h-1.5" />
        <Skeleton className="h-6 max-w-120" />
      </Card>
      <div className={itemGrid}>
        {['first', 'second', 'third'].map((place) => (
          <Card key={place} padding="none" className="overflow-clip">
            <Skeleton className="h-55 rounded-none" />
            <div className="grid h-60 content-start gap-4 p-5">
              <Skeleton className="h-7 w-3/5" />
              <Skeleton className="h-6 w-2/5" />
              <Skeleton className="h-6" />
            </div>
          </Card>
        ))}
      </div>
    </SkeletonArea>
  );
}
