import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** As tall as a card without a message. */
export function MemoryCardSkeleton() {
  return (
    <Card padding="none">
      <div className="h-38 border-b border-line" />
      <div className="grid h-43.5 content-between px-4 pt-5 pb-5 md:px-5.5">
        <Skeleton className="h-4.5 w-1/4" />
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-4.5 w-1/2" />
        <Skeleton className="mt-4 h-4.5 w-2/3" />
      </div>
    </Card>
  );
}
