import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';

const rows = ['first', 'second', 'third'];

/** The page without its names and days. Only what would happen today has the missing parts above it. */
export function RehearsalSkeleton({ as }: { as: Rehearsal['as'] }) {
  return (
    <SkeletonArea label="Loading the rehearsal">
      <Skeleton className={`mt-5 w-140 max-w-full ${as === 'death' ? 'h-28 md:h-22' : 'h-22'}`} />
      {as === 'death' && <GapsSkeleton />}
      <div className="h-9" />
      <div aria-hidden="true">
        <ThreadList
          items={rows.map((row) => ({
            key: row,
            beside: <Skeleton className="h-6 w-28 md:ml-auto" />,
            content: (
              <div className="grid grid-cols-1 gap-3">
                <Skeleton className="h-7 w-3/5" />
                <Skeleton className="h-5" />
              </div>
            ),
          }))}
        />
      </div>
    </SkeletonArea>
  );
}

function GapsSkeleton() {
  return (
    <Card padding="none" className="mt-9 px-5 py-2 md:px-7.5">
      {rows.map((row) => (
        <div
          key={row}
          className="flex justify-between gap-6 border-t border-line py-5 first:border-t-0 max-md:flex-col max-md:gap-3"
        >
          <Skeleton className="h-6 w-3/5 max-md:h-13 max-md:w-full" />
          <Skeleton className="h-6 w-32" />
        </div>
      ))}
    </Card>
  );
}
