import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

export function MemoryCardSkeleton() {
  return (
    <Card padding="none">
      <Skeleton className="h-38 rounded-none" />
      <div className="grid gap-3 p-4 md:px-5.5 md:py-5">
        <div className="grid gap-1.5">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-5 w-1/3" />
        </div>
        <Skeleton className="h-6.5 w-2/3" />
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-11 w-2/3" />
        <Skeleton className="h-11 w-1/2" />
      </div>
    </Card>
  );
}
