import { Plus } from 'lucide-react';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface AddButtonProps {
  /** Undefined while they are loading. */
  items: readonly PhysicalItem[] | undefined;
  isFull: boolean;
  onAdd: () => void;
}

/** Less prominent if there is no more room; pressing it then says why. Without any items, the empty list has its own button. */
export function AddButton({ items, isFull, onAdd }: AddButtonProps) {
  if (!items) return <Skeleton className="h-12 w-40 rounded-full" />;
  if (items.length === 0) return null;
  return (
    <Button
      variant={isFull ? 'quiet' : 'primary'}
      icon={<Plus aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      onPress={onAdd}
    >
      Add an item
    </Button>
  );
}
