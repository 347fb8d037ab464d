import { Card } from '../../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { Thread } from '../../../../ui/thread.tsx';
import { ThreadList } from '../../../../ui/thread-list.tsx';

export function PersonSkeleton() {
  return (
    <SkeletonArea label="Loading this person">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4.5 gap-y-1.5 pt-1 pb-8 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-6.5 md:pb-12">
        <Skeleton className="size-16 rounded-full md:row-span-2 md:size-21" />
        <Skeleton className="h-12 max-w-64 md:h-15" />
        <Skeleton className="col-span-2 h-8 max-w-80 md:col-span-1 md:col-start-2" />
        <Skeleton className="col-span-2 mt-3.5 mb-11 h-12 rounded-full md:col-span-1 md:col-start-3 md:row-span-2 md:row-start-1 md:mt-0 md:w-56" />
      </div>
      <div aria-hidden="true" className="min-[1200px]:h-120">
        <Thread
          path="M0 20 C 180 8, 380 34, 600 20 S 1000 8, 1120 20"
          viewBox="0 0 1120 40"
          isStretched
          isFaint
          drawn="none"
          className="h-10 w-full max-[1199px]:hidden min-[1200px]:mt-60"
        />
        <div className="min-[1200px]:hidden">
          <ThreadList items={places.map((place) => ({ key: place, content: <StopSkeleton /> }))} />
        </div>
      </div>
      <div className="mt-11 grid gap-x-16 gap-y-11 md:mt-14 min-[1020px]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid content-start gap-5">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-12" />
        </div>
        <Card className="grid h-96 content-start gap-5">
          <Skeleton className="h-7 w-2/5" />
          {places.map((place) => (
            <Skeleton key={place} className="h-6 w-4/5" />
          ))}
        </Card>
      </div>
    </SkeletonArea>
  );
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function StopSkeleton() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

export const recipientGrid = 'grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3';

export function RecipientsSkeleton() {
  return (
    <SkeletonArea label="Loading your recipients" className={recipientGrid}>
      {places.map((place) => (
        <Card key={place} className="pb-1.5 md:pb-2.5">
          <div className="flex items-center gap-4">
            <Skeleton className="size-14 flex-none rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-7 w-2/3" />
              <Skeleton className="h-5 w-1/3" />
            </div>
          </div>
          <Skeleton className="mt-4 h-7 w-4/5" />
          <Skeleton className="mt-6 h-2" />
          <div className="mt-3 flex h-11 items-center lg:mt-10">
            <Skeleton className="h-5 w-24" />
          </div>
        </Card>
      ))}
    </SkeletonArea>
  );
}
