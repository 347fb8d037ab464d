import { useState } from 'react';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { SkeletonArea } from '../../../ui/skeleton.tsx';
import { useMemoryDays } from '../../delivery/deliveries/schedules/queries.ts';
import { type DayOf, MemoryCardSkeleton, OwnMemoryCard } from '../../memories/memories/memories.ts';
import { useMemories } from '../../memories/memories/queries.ts';

const shownAtFirst = 4;
/** For more there is the library, with search and pages. */
const mostShown = 48;
const grid = 'grid grid-cols-1 gap-5 md:grid-cols-2';

export function MyMemories() {
  const { data: memories, isPending, isFetching, refetch } = useMemories();
  const dayOf = useMemoryDays();
  return (
    <section aria-labelledby="my-memories">
      <SectionHeading
        id="my-memories"
        action={
          <Link href="/upload" className="-my-2 inline-flex min-h-11 items-center">
            Add New
          </Link>
        }
      >
        My Memories
      </SectionHeading>
      {isPending && <MemoriesSkeleton />}
      {memories && memories.length > 0 && <Memories memories={memories} dayOf={dayOf} />}
      {!isPending && !memories && (
        <ReadFailure what="your memories" isRetrying={isFetching} onRetry={refetch} />
      )}
    </section>
  );
}

interface MemoriesProps {
  memories: readonly Memory[];
  dayOf: DayOf;
}

function Memories({ memories, dayOf }: MemoriesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole && memories.length <= mostShown ? memories : memories.slice(0, shownAtFirst);
  const pending = memories.filter((memory) => !memory.isApproved).length;
  return (
    <>
      <ul className={grid}>
        {shown.map((memory) => (
          <li key={memory.id}>
            <OwnMemoryCard
              memory={memory}
              day={dayOf(memory.id)}
              failureTitle="Error"
              failureText="Failed to delete memory. Please try again."
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap items-center gap-x-7 text-small text-ink-soft">
        <span>Total memories: {memories.length}</span>
        <span>Pending approval: {pending}</span>
        {memories.length > mostShown && (
          <Link href="/upload" className="inline-flex min-h-11 items-center">
            See all {memories.length}
          </Link>
        )}
        {shown.length < memories.length && memories.length <= mostShown && (
          <Button variant="text" size="small" onPress={() => setWhole(true)}>
            Show all {memories.length}
          </Button>
        )}
      </p>
    </>
  );
}

function MemoriesSkeleton() {
  return (
    <SkeletonArea label="Loading your memories" className={grid}>
      <MemoryCardSkeleton />
      <MemoryCardSkeleton />
      <MemoryCardSkeleton />
      <MemoryCardSkeleton />
    </SkeletonArea>
  );
}
