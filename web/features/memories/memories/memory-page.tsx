import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import type { DayOf } from './memory-day.tsx';
import { MemoryReading } from './memory-reading.tsx';
import { MissingMemory } from './missing-memory.tsx';
import { useMemoryToRead } from './queries.ts';

interface MemoryPageProps {
  id: string;
  dayOf: DayOf;
  /** What was written back about it. */
  replies: ReactNode;
}

/** One memory, as the people it is for will see it, and below it what they wrote back. */
export function MemoryPage({ id, dayOf, replies }: MemoryPageProps) {
  const { data: memory, error, isFetching, refetch } = useMemoryToRead(id);
  // Also if it was deleted on another device while it is shown here.
  const isGone = error instanceof ApiError && error.status < 500;
  if (memory && !isGone) {
    return (
      <Main title={memory.title}>
        <MemoryReading memory={memory} day={dayOf(id)} />
        {replies}
      </Main>
    );
  }
  return (
    <Main title={isGone ? 'Not here' : 'A memory'}>
      {error ? (
        <MissingMemory
          isGone={isGone}
          headingLevel={1}
          back="Your memories"
          isRetrying={isFetching}
          onRetry={refetch}
        />
      ) : (
        <ReadingSkeleton />
      )}
    </Main>
  );
}

function Main({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[calc(var(--container-sheet)+3rem)] px-4.5 pt-8 pb-20 outline-none wrap-anywhere md:px-6 md:pt-14"
    >
      <title>{`${title} · Long After`}</title>
      {children}
    </main>
  );
}

function ReadingSkeleton() {
  return (
    <SkeletonArea label="Loading this memory">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-3 h-13 w-96 max-w-full" />
      <Skeleton className="mt-4 h-6.5 w-56" />
      <Skeleton className="mt-9 h-120" />
    </SkeletonArea>
  );
}
