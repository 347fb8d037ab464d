import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';

const rows = ['first', 'second', 'third'];

/** The page without its names and days. */
export function RehearsalSkeleton() {
  return (
    <SkeletonArea label="Loading the rehearsal">
      <Skeleton className="mt-5 h-22 w-140 max-w-full" />
      <Card padding="none" className="mt-9 mb-15 px-5 py-2 md:px-7.5">
        {rows.map((row) => (
          <div key={row} className="flex justify-between gap-6 border-t border-line py-5 first:border-t-0">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="h-6 w-32 max-md:hidden" />
          </div>
        ))}
      </Card>
      <div aria-hidden="true">
        <ThreadList
          items={rows.map((row) => ({
            key: row,
            beside: <Skeleton className="h-6 w-28 md:ml-auto" />,
            content: (
              <div className="grid gap-3">
                <Skeleton className="h-7 w-64 max-w-full" />
                <Skeleton className="h-5 w-96 max-w-full" />
              </div>
            ),
          }))}
        />
      </div>
    </SkeletonArea>
  );
}
