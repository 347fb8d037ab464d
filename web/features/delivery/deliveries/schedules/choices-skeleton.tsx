import { Skeleton, SkeletonArea } from '../../../../ui/skeleton.tsx';
import { ThreadList } from '../../../../ui/thread-list.tsx';

const rows = Array.from({ length: 9 }, (_, row) => row);

/** As tall as the questions and lists that follow, so that nothing below them moves. */
export function ChoicesSkeleton({ label }: { label: string }) {
  return (
    <SkeletonArea label={label}>
      <Choices />
    </SkeletonArea>
  );
}

/** A list to choose from, without its names. */
function Choices() {
  return (
    <div className="grid gap-6">
      {rows.map((row) => (
        <div key={row} className="flex h-15 items-center gap-4">
          <Skeleton className="size-6 flex-none rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** What, when and for whom, side by side; phones begin with the first. */
export function PlanSkeleton() {
  return (
    <SkeletonArea label="Loading this delivery">
      <Skeleton className="mb-4 h-6 md:hidden" />
      <div className="h-175 overflow-clip rounded-card border border-line bg-card shadow-card max-lg:md:h-400 lg:grid lg:h-153 lg:grid-cols-[1fr_1.15fr_1fr]">
        {['what', 'when', 'whom'].map((question) => (
          <div
            key={question}
            className="border-line p-4 not-first:max-md:hidden md:p-7 md:not-first:border-t lg:not-first:border-t-0 lg:not-first:border-l"
          >
            <Skeleton className="mb-4.5 h-7 w-28" />
            <Skeleton className="mb-5 h-12" />
            <Choices />
          </div>
        ))}
      </div>
      <Skeleton className="mt-15 h-12 max-md:hidden" />
    </SkeletonArea>
  );
}

/** What is to come, along its thread. */
export function DeliveriesSkeleton() {
  return (
    <SkeletonArea label="Loading your deliveries">
      <div aria-hidden="true">
        <ThreadList
          items={rows.map((row) => ({
            key: String(row),
            content: (
              <div className="grid gap-2.5">
                <Skeleton className="h-7 w-3/5" />
                <Skeleton className="h-5 w-2/5" />
                <Skeleton className="h-5 w-1/2" />
              </div>
            ),
          }))}
        />
      </div>
    </SkeletonArea>
  );
}
