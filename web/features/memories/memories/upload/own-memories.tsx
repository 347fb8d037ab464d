import { useDeferredValue, useState } from 'react';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import { useHistoryState } from '../../../../lib/use-history-state.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../../ui/section-heading.tsx';
import { SkeletonArea } from '../../../../ui/skeleton.tsx';
import { type DayOf, MemoryCardSkeleton } from '../memories.ts';
import { OwnMemoryCard } from '../own-memory-card.tsx';
import { useMemories } from '../queries.ts';
import { BegunChangesLine } from './begun/begun-line.tsx';
import { type MemorySearch, SearchBar, searchMemories } from './search-bar.tsx';

const grid = 'grid grid-cols-1 gap-5 wrap-anywhere md:grid-cols-2 lg:grid-cols-3';
const pageSize = 24;

export function OwnMemories({ dayOf }: { dayOf: DayOf }) {
  const { data: memories, isPending, isFetching, refetch } = useMemories();
  return (
    <section aria-labelledby="your-memories" className="mt-16">
      <SectionHeading id="your-memories">Your memories</SectionHeading>
      {isPending && (
        <SkeletonArea label="Loading your memories" className={grid}>
          <MemoryCardSkeleton />
          <MemoryCardSkeleton />
          <MemoryCardSkeleton />
        </SkeletonArea>
      )}
      {memories?.length === 0 && (
        <EmptyState
          title="Nothing here yet"
          description="What you share appears here. Files are checked first, which takes a moment."
        />
      )}
      <BegunChangesLine />
      {memories && memories.length > 0 && <Searchable memories={memories} dayOf={dayOf} />}
      {!isPending && !memories && (
        <ReadFailure what="your memories" isRetrying={isFetching} onRetry={refetch} />
      )}
    </section>
  );
}

const everything: MemorySearch = { words: '', type: 'all', sorting: 'newest' };

interface ListProps {
  memories: readonly Memory[];
  dayOf: DayOf;
}

function Searchable({ memories, dayOf }: ListProps) {
  const [search, setSearch] = useState(everything);
  const [pages, setPages] = useHistoryState('pagesOfMemories', 1);
  const wanted = useDeferredValue(search);
  const found = searchMemories(memories, wanted);
  const shown = found.slice(0, pages * pageSize);
  return (
    <>
      <SearchBar
        search={search}
        onChange={(changes) => {
          setSearch({ ...search, ...changes });
          setPages(1);
        }}
      />
      <p role="status" className="mb-4 text-small text-ink-soft">
        {found.length !== memories.length && `${found.length} of `}
        {memories.length} {memories.length === 1 ? 'memory' : 'memories'}
      </p>
      <Cards memories={shown} dayOf={dayOf} />
      {found.length === 0 && (
        <EmptyState
          title="No memory matches"
          action={
            <Button variant="quiet" onPress={() => setSearch(everything)}>
              Show all
            </Button>
          }
        />
      )}
      {shown.length < found.length && (
        <Button variant="quiet" className="mt-6" onPress={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </>
  );
}

function Cards({ memories, dayOf }: ListProps) {
  return (
    <ul className={grid}>
      {memories.map((memory) => (
        <li key={memory.id}>
          <OwnMemoryCard
            memory={memory}
            day={dayOf(memory.id)}
            failureTitle="Error deleting memory"
            failureText="Failed to delete memory"
          />
        </li>
      ))}
    </ul>
  );
}
