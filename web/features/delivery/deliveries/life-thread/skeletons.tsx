import { Card } from '../../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';

export function PersonSkeleton() {
  return (
    <SkeletonArea label="Loading this person">
      <div className="flex items-center gap-4.5 pt-1 pb-8 md:gap-6.5 md:pb-12">
        <Skeleton className="size-16 flex-none rounded-full md:size-21" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-12 w-64 max-w-full" />
          <Skeleton className="h-7 w-80 max-w-full" />
        </div>
      </div>
      <Skeleton className="h-70" />
      <div className="mt-11 grid gap-16 min-[1020px]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Skeleton className="h-60" />
        <Skeleton className="h-80" />
      </div>
    </SkeletonArea>
  );
}

export const recipientGrid = 'grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3';

export function RecipientsSkeleton() {
  return (
    <SkeletonArea label="Loading your recipients" className={recipientGrid}>
      {['first', 'second', 'third'].map((place) => (
        <Card key={place}>
          <div className="flex items-center gap-4">
            <Skeleton className="size-14 flex-none rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-7 w-2/3" />
              <Skeleton className="h-5 w-1/3" />
            </div>
          </div>
          <Skeleton className="mt-5 h-7 w-4/5" />
          <Skeleton className="mt-4 h-5" />
          <Skeleton className="mt-4 h-11" />
        </Card>
      ))}
    </SkeletonArea>
  );
}
